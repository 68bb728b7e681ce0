import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Code } from "#lib/contracts/codes.ts";
import { addToAlarm } from "#lib/orders/lifecycle/mergeReport.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { codeFingerprints, orders } from "#server/db/schema/orders.ts";
import { fingerprintOf } from "./fingerprint.ts";

/** Delivered codes that came with an answer, to be recognised later. */
export type DeliveredCodes = { kind: "remember_codes"; codes: readonly Code[] };

const ROWS_AT_ONCE = 1_000;
const CHANGED = "The delivered codes are not the ones that were delivered before.";

/**
 * Keeps a keyed fingerprint of each delivered code, never the code (docs/architecture.md#storage-and-jobs), and raises the alarm when a
 * code that was delivered before is another one now.
 */
export async function rememberFingerprints(
  tx: Transaction,
  program: Pick<Program, "clock" | "fingerprintKey">,
  row: { id: string; environment: "sandbox" | "production" },
  codes: readonly Code[],
): Promise<void> {
  if (codes.length === 0) return;
  // Locked before anything is written: a poll and a reveal that see new codes together would wait for each other.
  const [order] = await tx
    .select({ alarm: orders.alarm })
    .from(orders)
    .where(eq(orders.id, row.id))
    .for("update");
  const known = await tx
    .select({ index: codeFingerprints.index, fingerprint: codeFingerprints.fingerprint })
    .from(codeFingerprints)
    .where(eq(codeFingerprints.orderRow, row.id));
  const before = new Map(known.map(({ index, fingerprint }) => [index, fingerprint.toString("hex")]));
  const now = program.clock.now();
  const delivered = codes.map((code) => ({
    orderRow: row.id,
    index: code.index,
    productId: code.productId,
    fingerprint: fingerprintOf(program.fingerprintKey, code),
    firstSeenAt: now,
  }));
  const fresh = delivered.filter(({ index }) => !before.has(index));
  for (let at = 0; at < fresh.length; at += ROWS_AT_ONCE) {
    await tx
      .insert(codeFingerprints)
      .values(fresh.slice(at, at + ROWS_AT_ONCE))
      .onConflictDoNothing();
  }
  const values = new Set(before.values());
  const changed = delivered.some(
    ({ fingerprint, index }) => before.has(index) && !values.has(fingerprint.toString("hex")),
  );
  const earlier = order?.alarm ?? null;
  if (!changed || earlier?.includes(CHANGED) === true) return;
  await tx
    .update(orders)
    .set({ alarm: addToAlarm(earlier, [CHANGED]), revision: sql`${orders.revision} + 1` })
    .where(eq(orders.id, row.id));
  await recordAudit(tx, {
    at: now,
    environment: row.environment,
    action: "order.alarm",
    orderRow: row.id,
    details: { alarm: CHANGED },
  });
}
