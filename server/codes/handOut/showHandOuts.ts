import "server-only";
import { asc, eq, inArray } from "drizzle-orm";
import type { ShownCode } from "#lib/contracts/codes.ts";
import type { HandOuts } from "#lib/contracts/handOut.ts";
import { toIso } from "#lib/time/instant.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { members } from "#server/db/schema/members.ts";
import { fingerprintOf } from "#server/orders/ledger/fingerprint.ts";
import { readRow } from "#server/orders/ledger/ledgerRow.ts";
import { openKnownOrder } from "#server/codes/openOrderCodes.ts";
import { readDelivered } from "#server/codes/readDelivered.ts";

/** Handed-out codes in clear text, read from the service and recognised by their fingerprints. The caller has recorded the reveal (announceCodes). */
export async function showHandOuts(request: MemberRequest, ids: readonly string[]): Promise<HandOuts> {
  if (ids.length === 0) return { items: [] };
  const rows = await request.db
    .select({ handOut: codeHandOuts, takenBy: members.name })
    .from(codeHandOuts)
    .innerJoin(members, eq(members.id, codeHandOuts.takenBy))
    .where(inArray(codeHandOuts.id, [...ids]))
    .orderBy(asc(codeHandOuts.takenAt), asc(codeHandOuts.index));
  const orders = new Map<string, Awaited<ReturnType<typeof orderOf>>>();
  for (const { handOut } of rows) {
    if (!orders.has(handOut.orderRow)) orders.set(handOut.orderRow, await orderOf(request, handOut.orderRow));
  }
  return {
    items: rows.flatMap(({ handOut, takenBy }) => {
      const order = orders.get(handOut.orderRow);
      if (order === undefined) return [];
      const isIt = (code: ShownCode | undefined) =>
        code !== undefined && fingerprintOf(request.fingerprintKey, code).equals(handOut.fingerprint);
      // Nearly always at the same position; the service may list the codes in another order now.
      const expected = order.byIndex.get(handOut.index);
      const code = isIt(expected) ? expected : order.codes.find(isIt);
      return [
        {
          id: handOut.id,
          order: order.reference,
          productId: handOut.productId,
          productName: order.names.get(handOut.productId ?? -1) ?? null,
          customerReference: handOut.customerReference,
          state: handOut.state,
          takenBy,
          takenAt: toIso(handOut.takenAt),
          fields: code?.fields ?? null,
        },
      ];
    }),
  };
}

async function orderOf(request: MemberRequest, orderRow: string) {
  const row = await readRow(request.db, orderRow);
  if (row === null) return undefined;
  const { codes } = await readDelivered(request, await openKnownOrder(request, row));
  return {
    reference: referenceOf(row),
    codes,
    byIndex: new Map(codes.map((code) => [code.index, code])),
    names: new Map(row.lines.map(({ productId, productName }) => [productId, productName])),
  };
}
