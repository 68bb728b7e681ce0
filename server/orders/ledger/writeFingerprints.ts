import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import { toIso, toIsoOrNull, type Instant } from "#lib/time/instant.ts";
import type { Transaction } from "#server/db/connect.ts";
import { codeExposures, codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints } from "#server/db/schema/orders.ts";
import { inParts } from "./inParts.ts";
import type { OrderRow } from "./ledgerRow.ts";
import { placeFresh, type AnsweredCode, type KnownCode, type Matched } from "./matchFingerprints.ts";

/** The order whose codes are stored. */
export type OrderOfCodes = Pick<OrderRow, "id" | "environment">;

/** Stores the result of the comparison: fresh codes, codes that are gone, and new information about codes that are there again. */
export async function writeFingerprints(
  tx: Transaction,
  row: OrderOfCodes,
  known: readonly KnownCode[],
  { again, fresh, gone }: Matched,
  now: Instant,
): Promise<void> {
  const free = fresh.length === 0 ? [] : await forgettable(tx, row, gone);
  const placed = placeFresh(fresh, known, free);
  const replaced = new Set(placed.map(({ index }) => index));
  const isKnown = new Set(known.map(({ index }) => index));
  await inParts(
    placed.filter(({ index }) => !isKnown.has(index)),
    (part) => insertCodes(tx, row, part, now),
  );
  await inParts(
    placed.filter(({ index }) => isKnown.has(index)),
    (part) => updateCodes(tx, row, part, now),
  );
  const told = again.flatMap(({ known: before, answered }) => changeOf(before, answered));
  await inParts(told, (part) => updateCodes(tx, row, part, null));
  const renamed = again.filter(({ known: before, answered }) => before.fingerprint !== answered.fingerprint);
  await renameHandOuts(tx, row, renamed);
  await renameExposures(tx, row, renamed);
  await inParts(told, (part) => moveHandOuts(tx, row, part));
  const lacking = gone.filter(({ index, missingSince }) => missingSince === null && !replaced.has(index));
  await inParts(lacking, (part) => markMissing(tx, row, part, now));
}

/** The indexes of codes that are gone and were not handed out. */
async function forgettable(
  tx: Transaction,
  row: OrderOfCodes,
  gone: readonly KnownCode[],
): Promise<number[]> {
  if (gone.length === 0) return [];
  const rows = await tx
    .select({ index: codeFingerprints.index })
    .from(codeFingerprints)
    .leftJoin(
      codeHandOuts,
      and(
        eq(codeHandOuts.environment, row.environment),
        eq(codeHandOuts.fingerprint, codeFingerprints.fingerprint),
      ),
    )
    .where(and(eq(codeFingerprints.orderRow, row.id), isNull(codeHandOuts.id)));
  const isForgettable = new Set(rows.map(({ index }) => index));
  return gone.flatMap(({ index }) => (isForgettable.has(index) ? index : []));
}

type Stored = Pick<AnsweredCode, "index" | "productId" | "fingerprint" | "expiresOn">;

const bytesOf = (fingerprints: string[]) => sql.param(fingerprints.map((hex) => Buffer.from(hex, "hex")));

/** As arrays, because a hundred thousand codes would be half a million parameters. */
const given = (codes: readonly Stored[]) => sql`unnest(
  ${sql.param(codes.map(({ index }) => index))}::int[],
  ${sql.param(codes.map(({ productId }) => productId))}::bigint[],
  ${bytesOf(codes.map(({ fingerprint }) => fingerprint))}::bytea[],
  ${sql.param(codes.map(({ expiresOn }) => expiresOn))}::date[]
) as given (at, product, code, last_day)`;

function insertCodes(tx: Transaction, row: OrderOfCodes, codes: readonly Stored[], now: Instant) {
  return tx.execute(sql`insert into ${codeFingerprints}
    ("order_row", "index", "product_id", "fingerprint", "expires_on", "first_seen_at")
    select ${row.id}::uuid, given.*, ${toIso(now)}::timestamptz from ${given(codes)} on conflict do nothing`);
}

/** `firstSeenAt` is given when other codes take these indexes. */
function updateCodes(
  tx: Transaction,
  row: OrderOfCodes,
  codes: readonly Stored[],
  firstSeenAt: Instant | null,
) {
  const seen = toIsoOrNull(firstSeenAt);
  return tx.execute(sql`update ${codeFingerprints} set "product_id" = given.product, "fingerprint" = given.code,
      "expires_on" = given.last_day, "missing_since" = null, "first_seen_at" = coalesce(${seen}::timestamptz, "first_seen_at")
    from ${given(codes)} where "order_row" = ${row.id}::uuid and "index" = given.at`);
}

function markMissing(tx: Transaction, row: OrderOfCodes, codes: readonly KnownCode[], now: Instant) {
  return tx.execute(sql`update ${codeFingerprints} set "missing_since" = ${toIso(now)}::timestamptz
    where "order_row" = ${row.id}::uuid and "index" = any(${sql.param(codes.map(({ index }) => index))}::int[])`);
}

/** What to store for a code that is there again: its index in the ledger, and the product that the service names now. */
function changeOf(known: KnownCode, answered: AnsweredCode): Stored[] {
  const productId = answered.productId ?? known.productId;
  const isSame =
    known.missingSince === null &&
    known.productId === productId &&
    known.fingerprint === answered.fingerprint &&
    known.expiresOn === answered.expiresOn;
  const { fingerprint, expiresOn } = answered;
  return isSame ? [] : [{ index: known.index, productId, fingerprint, expiresOn }];
}

/**
 * Hand-outs of codes whose fingerprint earlier versions made of all fields. Of several that are one code now, the first one is renamed: the
 * others stay as they are, found by the earlier fingerprint.
 */
async function renameHandOuts(tx: Transaction, row: OrderOfCodes, renamed: Matched["again"]): Promise<void> {
  await inParts(renamed, (part) =>
    tx.execute(sql`update ${codeHandOuts} as own set "fingerprint" = renamed.after from (
        select distinct on (given.after, first."product_id") first.id, given.after
        from unnest(${bytesOf(part.map(({ known }) => known.fingerprint))}::bytea[],
          ${bytesOf(part.map(({ answered }) => answered.fingerprint))}::bytea[]) as given (before, after)
        join ${codeHandOuts} as first on first."environment" = ${row.environment} and first."fingerprint" = given.before
        where not exists (select from ${codeHandOuts} as other where other."environment" = ${row.environment}
          and other."fingerprint" = given.after and other."product_id" = first."product_id")
        order by given.after, first."product_id", first."taken_at", first.id
      ) as renamed where own.id = renamed.id`),
  );
}

/** What is known of who has seen a code applies to it under its new fingerprint too. */
async function renameExposures(tx: Transaction, row: OrderOfCodes, renamed: Matched["again"]): Promise<void> {
  await inParts(renamed, (part) =>
    tx.execute(sql`insert into ${codeExposures} ("environment", "fingerprint", "revealed_at", "exported_at")
      select ${row.environment}, given.after, max(seen."revealed_at"), max(seen."exported_at")
      from unnest(${bytesOf(part.map(({ known }) => known.fingerprint))}::bytea[],
        ${bytesOf(part.map(({ answered }) => answered.fingerprint))}::bytea[]) as given (before, after)
      join ${codeExposures} as seen on seen."environment" = ${row.environment} and seen."fingerprint" = given.before
      group by given.after on conflict do nothing`),
  );
}

/** Hand-outs of codes of which the service says another product now: they stay handed out. Of several that are one code now, the first one. */
function moveHandOuts(tx: Transaction, row: OrderOfCodes, codes: readonly Stored[]) {
  return tx.execute(sql`update ${codeHandOuts} as own set "product_id" = moved.product from (
      select distinct on (given.code, given.product) first.id, given.product from ${given(codes)}
      join ${codeHandOuts} as first on first."order_row" = ${row.id}::uuid and first."index" = given.at
        and first."fingerprint" = given.code and first."product_id" <> given.product
      where not exists (select from ${codeHandOuts} as other where other."environment" = ${row.environment}
        and other."fingerprint" = given.code and other."product_id" = given.product)
      order by given.code, given.product, first."taken_at", first.id
    ) as moved where own.id = moved.id`);
}
