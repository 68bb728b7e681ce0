import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import { searchableValues } from "#lib/codes/searchableValue.ts";
import type { Code } from "#lib/contracts/codes.ts";
import { addToAlarm } from "#lib/orders/lifecycle/mergeReport.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { codeFingerprints, codeLists, codeValues, orders } from "#server/db/schema/orders.ts";
import { fingerprintOf, listFingerprintOf, valueFingerprintOf } from "./fingerprint.ts";
import { NOT_DISMISSED } from "./ledgerRow.ts";

/** Delivered codes that came with an answer, to be recognised later. */
export type DeliveredCodes = { kind: "remember_codes"; codes: readonly Code[] };

type Order = { id: string; environment: "sandbox" | "production" };
type Remembering = Pick<Program, "clock" | "fingerprintKey">;

const ROWS_AT_ONCE = 10_000;
const CHANGED = "The delivered codes are not the ones that were delivered before.";

/**
 * Keeps keyed fingerprints of each delivered code, never the code (docs/architecture.md#storage-and-jobs), and raises the alarm when a
 * code that was delivered before is another one now, or is missing. `wasDismissed`: this transaction has just ended the order's dismissal.
 */
export async function rememberFingerprints(
  tx: Transaction,
  program: Remembering,
  row: Order,
  codes: readonly Code[],
  wasDismissed = false,
): Promise<void> {
  if (codes.length === 0) return;
  const list = listFingerprintOf(program.fingerprintKey, codes);
  // Locked before anything is written: a poll and a reveal that see new codes together would wait for each other.
  const [order] = await tx
    .select({ alarm: orders.alarm, dismissedAt: orders.dismissedAt })
    .from(orders)
    .where(eq(orders.id, row.id))
    .for("update");
  const [seen] = await tx
    .select({ fingerprint: codeLists.fingerprint })
    .from(codeLists)
    .where(eq(codeLists.orderRow, row.id));
  // Unchanged since last time. Comparing each of a hundred thousand codes would take seconds.
  if (seen?.fingerprint.equals(list) === true) return;
  const known = await tx
    .select({ index: codeFingerprints.index, fingerprint: codeFingerprints.fingerprint })
    .from(codeFingerprints)
    .where(eq(codeFingerprints.orderRow, row.id));
  const before = new Map(known.map(({ index, fingerprint }) => [index, fingerprint.toString("hex")]));
  const now = program.clock.now();
  const delivered = codes.map((code) => ({
    index: code.index,
    productId: code.productId,
    fingerprint: fingerprintOf(program.fingerprintKey, code),
  }));
  const fresh = delivered.filter(({ index }) => !before.has(index));
  for (let at = 0; at < fresh.length; at += ROWS_AT_ONCE) {
    await insertFingerprints(tx, row, now, fresh.slice(at, at + ROWS_AT_ONCE));
  }
  const earlierCodes = new Set(before.values());
  const present = new Set(delivered.map(({ fingerprint }) => fingerprint.toString("hex")));
  const isUnseen = (_: Code, place: number) =>
    !earlierCodes.has(delivered[place]?.fingerprint.toString("hex") ?? "");
  await rememberValues(tx, program, row, codes, isUnseen);
  const changed = [...earlierCodes].filter((fingerprint) => !present.has(fingerprint)).length;
  const isDismissed = wasDismissed || order?.dismissedAt != null;
  if (changed > 0) await raiseAlarm(tx, row, order?.alarm ?? null, { at: now, changed, isDismissed });
  await tx
    .insert(codeLists)
    .values({ orderRow: row.id, fingerprint: list })
    .onConflictDoUpdate({ target: codeLists.orderRow, set: { fingerprint: list } });
}

type Delivered = { index: number; productId: number | null; fingerprint: Buffer };

/** As arrays: a hundred thousand codes would be half a million parameters. */
async function insertFingerprints(
  tx: Transaction,
  row: Order,
  at: number,
  codes: readonly Delivered[],
): Promise<void> {
  await tx.execute(sql`insert into ${codeFingerprints} ("order_row", "index", "product_id", "fingerprint", "first_seen_at")
    select ${row.id}::uuid, given.*, ${new Date(at).toISOString()}::timestamptz
    from unnest(${sql.param(codes.map(({ index }) => index))}::int[],
      ${sql.param(codes.map(({ productId }) => productId))}::bigint[],
      ${sql.param(codes.map(({ fingerprint }) => fingerprint))}::bytea[]) as given
    on conflict do nothing`);
}

/** Stores the keyed hashes of values by which a code that a customer sends in finds this order. Orders from before that get theirs with the next answer. */
async function rememberValues(
  tx: Transaction,
  { fingerprintKey }: Remembering,
  row: Order,
  codes: readonly Code[],
  isUnseen: (code: Code, place: number) => boolean,
): Promise<void> {
  const valuesOf = (each: readonly Code[]) =>
    [...new Set(each.flatMap(searchableValues))].map((value) => valueFingerprintOf(fingerprintKey, value));
  const seen = codes.find((code, place) => !isUnseen(code, place) && searchableValues(code).length > 0);
  const isKept = seen === undefined || (await hasSomeOf(tx, row, valuesOf([seen])));
  const missing = valuesOf(isKept ? codes.filter(isUnseen) : codes);
  for (let at = 0; at < missing.length; at += ROWS_AT_ONCE) {
    const part = missing.slice(at, at + ROWS_AT_ONCE);
    await tx.execute(sql`insert into ${codeValues} ("fingerprint", "order_row")
      select unnest(${sql.param(part)}::bytea[]), ${row.id}::uuid on conflict do nothing`);
  }
}

async function hasSomeOf(tx: Transaction, row: Order, fingerprints: Buffer[]): Promise<boolean> {
  const [kept] = await tx
    .select({ orderRow: codeValues.orderRow })
    .from(codeValues)
    .where(and(inArray(codeValues.fingerprint, fingerprints), eq(codeValues.orderRow, row.id)))
    .limit(1);
  return kept !== undefined;
}

/** Raises the alarm once for each order, and again when other codes come after a member has dismissed it. */
async function raiseAlarm(
  tx: Transaction,
  row: Order,
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
