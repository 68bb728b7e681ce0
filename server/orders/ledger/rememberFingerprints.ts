import "server-only";
import { eq, sql } from "drizzle-orm";
import { expiryOf } from "#lib/codes/expiryOf.ts";
import type { Code } from "#lib/contracts/codes/codes.ts";
import { addToAlarm } from "#lib/orders/lifecycle/mergeReport.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { codeFingerprints, codeLists, orders } from "#server/db/schema/orders.ts";
import { fingerprintsOf, listFingerprintOf } from "./fingerprint.ts";
import { NOT_DISMISSED } from "./ledgerRow.ts";
import { matchFingerprints, type AnsweredCode, type KnownCode } from "./matchFingerprints.ts";
import { rememberValues } from "./rememberValues.ts";
import { writeFingerprints, type OrderOfCodes } from "./writeFingerprints.ts";

type Remembering = Pick<Program, "clock" | "fingerprintKey">;

const CHANGED = "The delivered codes are not the ones that were delivered before.";

/**
 * Stores keyed fingerprints of the delivered codes, never the codes (docs/architecture.md#storage-and-jobs), and raises the alarm
 * when the answer lacks a code that was delivered before. `wasDismissed`: this transaction has just ended the order's dismissal.
 */
export async function rememberFingerprints(
  tx: Transaction,
  program: Remembering,
  row: OrderOfCodes,
  codes: readonly Code[],
  wasDismissed = false,
): Promise<void> {
  if (codes.length === 0) return;
  const list = listFingerprintOf(program.fingerprintKey, codes);
  // Locked before anything is written: otherwise a poll and a reveal that see new codes at the same time could deadlock.
  const [order] = await tx
    .select({ alarm: orders.alarm, dismissedAt: orders.dismissedAt })
    .from(orders)
    .where(eq(orders.id, row.id))
    .for("update");
  const [seen] = await tx
    .select({ fingerprint: codeLists.fingerprint })
    .from(codeLists)
    .where(eq(codeLists.orderRow, row.id));
  // Unchanged since last time: comparing a hundred thousand codes would take seconds.
  if (seen?.fingerprint.equals(list) === true) return;
  const known = await knownCodes(tx, row);
  const answered = codes.map((code) => answeredCode(program, code));
  const matched = matchFingerprints(known, answered);
  const now = program.clock.now();
  await writeFingerprints(tx, row, known, matched, now);
  const fresh = new Set(matched.fresh.map(({ index }) => index));
  await rememberValues(tx, program, row, codes, ({ index }) => fresh.has(index));
  const present = new Set(answered.map(({ fingerprint }) => fingerprint));
  const lacking = matched.gone.filter(
    ({ fingerprint, missingSince }) => missingSince === null && !present.has(fingerprint),
  );
  const changed = new Set(lacking.map(({ fingerprint }) => fingerprint)).size;
  const isDismissed = wasDismissed || order?.dismissedAt != null;
  if (changed > 0) await raiseAlarm(tx, row, order?.alarm ?? null, { at: now, changed, isDismissed });
  await tx
    .insert(codeLists)
    .values({ orderRow: row.id, fingerprint: list })
    .onConflictDoUpdate({ target: codeLists.orderRow, set: { fingerprint: list } });
}

async function knownCodes(tx: Transaction, row: OrderOfCodes): Promise<KnownCode[]> {
  const { index, productId, fingerprint, missingSince, expiresOn } = codeFingerprints;
  const rows = await tx
    .select({ index, productId, fingerprint, missingSince, expiresOn })
    .from(codeFingerprints)
    .where(eq(codeFingerprints.orderRow, row.id));
  return rows.map((each) => ({ ...each, fingerprint: each.fingerprint.toString("hex") }));
}

function answeredCode({ fingerprintKey }: Remembering, code: Code): AnsweredCode {
  const { index, productId } = code;
  const { fingerprint, earlier } = fingerprintsOf(fingerprintKey, code);
  return {
    index,
    productId,
    fingerprint: fingerprint.toString("hex"),
    expiresOn: expiryOf(code.fields),
    earlier: earlier.map((each) => each.toString("hex")),
  };
}

/** Raises the alarm once for each order, and again if the codes change once more after a member has dismissed it. */
async function raiseAlarm(
  tx: Transaction,
  row: OrderOfCodes,
  earlier: string | null,
  { at, changed, isDismissed }: { at: number; changed: number; isDismissed: boolean },
): Promise<void> {
  if (earlier?.includes(CHANGED) === true && !isDismissed) return;
  await tx
    .update(orders)
    .set({
      ...NOT_DISMISSED,
      alarm: addToAlarm(earlier, [CHANGED]),
      revision: sql`${orders.revision} + 1`,
    })
    .where(eq(orders.id, row.id));
  await recordAudit(tx, {
    at,
    environment: row.environment,
    action: "order.alarm",
    orderRow: row.id,
    details: { alarm: CHANGED, changed },
  });
}
