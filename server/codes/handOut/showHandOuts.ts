import "server-only";
import { asc, eq, inArray, sql } from "drizzle-orm";
import type { HandOuts } from "#lib/contracts/codes/handOut.ts";
import { toIso } from "#lib/time/instant.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requireStill } from "#server/context/requireStill.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { members } from "#server/db/schema/members.ts";
import { readRow } from "#server/orders/ledger/ledgerRow.ts";
import { openKnownOrder } from "#server/codes/openOrderCodes.ts";
import { readDelivered, type DeliveredCodes } from "#server/codes/readDelivered.ts";
import { codeFinder } from "./codeFinder.ts";
import { mayTakeBack, TAKEN_BACK_WITHIN } from "./takeBackHandOut.ts";

type HandedOut = typeof codeHandOuts.$inferSelect;

/**
 * Shows handed-out codes in clear text: reads them from the service and recognises them by their fingerprints. Those that were undone
 * in the meantime are left out. The caller has already recorded the reveal (announceCodes).
 */
export async function showHandOuts(request: MemberRequest, ids: readonly string[]): Promise<HandOuts> {
  if (ids.length === 0) return { items: [] };
  const rows = await request.db
    .select({ handOut: codeHandOuts, takenBy: members.name })
    .from(codeHandOuts)
    .innerJoin(members, eq(members.id, codeHandOuts.takenBy))
    .where(inArray(codeHandOuts.id, [...ids]))
    .orderBy(asc(codeHandOuts.takenAt), asc(codeHandOuts.index));
  const orders = new Map<string, Awaited<ReturnType<typeof orderOf>>>();
  const byOrder = Map.groupBy(rows, ({ handOut }) => handOut.orderRow);
  for (const [orderRow, own] of byOrder) {
    const handOuts = own.map(({ handOut }) => handOut);
    orders.set(orderRow, await orderOf(request, orderRow, handOuts));
  }
  const found = rows.flatMap(({ handOut }) =>
    orders.get(handOut.orderRow)?.find(handOut) === undefined ? [] : handOut,
  );
  await requireStill(request, "codes.reveal");
  const undone = await noteShown(request, found);
  return {
    items: rows.flatMap(({ handOut, takenBy }) => {
      const order = orders.get(handOut.orderRow);
      if (order === undefined || undone.has(handOut.id)) return [];
      return [
        {
          id: handOut.id,
          order: order.reference,
          productId: handOut.productId,
          productName: order.names.get(handOut.productId) ?? null,
          customerReference: handOut.customerReference,
          state: handOut.state,
          takenBy,
          takenAt: toIso(handOut.takenAt),
          takeBackUntil: takeBackUntil(request, handOut),
          fields: order.find(handOut)?.fields ?? null,
        },
      ];
    }),
  };
}

function takeBackUntil(request: MemberRequest, handOut: HandedOut): string | null {
  const until = handOut.takenAt + TAKEN_BACK_WITHIN;
  const isPossible = handOut.state === "handed_out" && request.clock.now() <= until;
  return isPossible && mayTakeBack(request, handOut) ? toIso(until) : null;
}

/**
 * Notes, before codes are shown, that their hand-outs can no longer be undone. Returns those that were undone in the meantime: they must
 * not be shown, because somebody else may be given them.
 */
async function noteShown({ db, clock }: MemberRequest, found: readonly HandedOut[]): Promise<Set<string>> {
  const first = found.flatMap(({ id, shownAt }) => (shownAt === null ? id : []));
  if (first.length === 0) return new Set();
  const noted = await db
    .update(codeHandOuts)
    .set({ shownAt: sql`coalesce(${codeHandOuts.shownAt}, ${toIso(clock.now())}::timestamptz)` })
    .where(inArray(codeHandOuts.id, first))
    .returning({ id: codeHandOuts.id });
  const kept = new Set(noted.map(({ id }) => id));
  return new Set(first.filter((id) => !kept.has(id)));
}

/** An order and its codes. A kept read that lacks one of them may be older than the code: then the service is asked again. */
async function orderOf(request: MemberRequest, orderRow: string, handOuts: readonly HandedOut[]) {
  const row = await readRow(request.db, orderRow);
  if (row === null) return undefined;
  const finderIn = ({ codes }: DeliveredCodes) => codeFinder(request.fingerprintKey, codes);
  const hasAll = (kept: DeliveredCodes) => {
    const find = finderIn(kept);
    return handOuts.every((handOut) => find(handOut) !== undefined);
  };
  const delivered = await readDelivered(request, await openKnownOrder(request, row), hasAll);
  return {
    reference: referenceOf(row),
    find: finderIn(delivered),
    names: new Map(row.lines.map(({ productId, productName }) => [productId, productName])),
  };
}
