import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import { searchableValues, similarValues } from "#lib/codes/searchableValue.ts";
import type { Code } from "#lib/contracts/codes/codes.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { codeValues } from "#server/db/schema/orders.ts";
import { similarFingerprintOf, valueFingerprintOf } from "./fingerprint.ts";
import { inParts } from "./inParts.ts";

/**
 * Stores keyed hashes of the values by which a code that a customer sends in leads to this order. Orders from before this existed,
 * or before it had all of these forms, get theirs with the next answer.
 */
export async function rememberValues(
  tx: Transaction,
  { fingerprintKey }: Pick<Program, "fingerprintKey">,
  row: { id: string },
  codes: readonly Code[],
  isFresh: (code: Code) => boolean,
): Promise<void> {
  const valuesOf = (each: readonly Code[]) => [
    ...[...new Set(each.flatMap(searchableValues))].map((value) => valueFingerprintOf(fingerprintKey, value)),
    ...[...new Set(each.flatMap(similarValues))].map((form) => similarFingerprintOf(fingerprintKey, form)),
  ];
  const seen = codes.find((code) => !isFresh(code) && searchableValues(code).length > 0);
  const isKept = seen === undefined || (await hasAllOf(tx, row, valuesOf([seen])));
  const missing = valuesOf(isKept ? codes.filter(isFresh) : codes);
  await inParts(missing, (part) =>
    tx.execute(sql`insert into ${codeValues} ("fingerprint", "order_row")
      select unnest(${sql.param(part)}::bytea[]), ${row.id}::uuid on conflict do nothing`),
  );
}

async function hasAllOf(tx: Transaction, row: { id: string }, fingerprints: Buffer[]): Promise<boolean> {
  const kept = await tx
    .select({ fingerprint: codeValues.fingerprint })
    .from(codeValues)
    .where(and(inArray(codeValues.fingerprint, fingerprints), eq(codeValues.orderRow, row.id)));
  return kept.length === fingerprints.length;
}
