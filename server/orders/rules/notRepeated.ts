import "server-only";
import type { RecentOrder } from "#lib/contracts/problem.ts";
import { lineIdsOf } from "#lib/orders/lines/lineIdsOf.ts";
import { importedRows, type RowPrints } from "#lib/orders/references/importedLineId.ts";
import { counted } from "#lib/text/counts.ts";
import { AppError } from "#server/context/errors.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import type { DraftRow } from "#server/orders/drafts/draftRow.ts";
import { findSameOfProgram, findSameOrder } from "#server/orders/ledger/findSameOrder.ts";
import { PASS, refuse, type Intent, type Rule } from "./rule.ts";

/**
 * Refuses what may buy the same a second time, unless the member has seen the order in between and wants another: from a draft, an order
 * that repeats one which the team placed a moment ago or whose outcome is unknown, or that orders products of an earlier order which the
 * team has already ordered again. A program may order one product as often as it likes: its order is refused while nobody knows
 * whether one of the same products and quantities was placed, or if it is the same batch as an earlier order. What recurs is meant to be
 * the same batch again, so an order of a schedule is refused for an unknown outcome only.
 */
export const notRepeated: Rule = {
  concerns: () => true,
  locks: ({ request, input, lines, draft }) => {
    if (draft === null) return [];
    const products = lines.map(({ intent }) => intent.productId).toSorted((one, other) => one - other);
    return [
      ...(request.recentOrderMs > 0 ? [[request.environment, input.currency, products]] : []),
      ...(draft.origin === null ? [] : [[request.environment, draft.origin]]),
      // What two members make of one table can be of other products.
      ...(rowsIn(draft, input).length > 0 ? [[request.environment, "imported rows"]] : []),
    ];
  },
  decide: async (tx, intent) => {
    const { acknowledgeRecent } = intent.input;
    const earlier = await findEarlier(tx, intent);
    if (earlier === null || earlier.reference === acknowledgeRecent) return PASS;
    const next = howToPlaceItAnyway(intent);
    const problem = new AppError(
      "conflict",
      `${described(earlier, intent.draft === null)} Nothing was sent. ${next}`,
      {
        conflict: "recent-order",
        existingReference: earlier.reference,
        recentOrder: earlier,
      },
    );
    return refuse(problem);
  },
};

function howToPlaceItAnyway({ draft, request: { automation } }: Intent): string {
  if (draft !== null) return "Review the order again to place it anyway.";
  if (automation !== undefined) return "It can be ordered once the outcome is known.";
  return "To place it all the same, send that reference as acknowledgeRecent.";
}

/** The rows of imported tables from which the order's lines come. */
function rowsIn({ draft }: DraftRow, { lines }: Intent["input"]): RowPrints[] {
  const ordered = new Set(lineIdsOf(lines));
  return importedRows(draft.lines.filter(({ id }) => ordered.has(id)));
}

async function findEarlier(
  tx: Database | Transaction,
  { request, input, lines: intended, draft }: Intent,
): Promise<RecentOrder | null> {
  const bought = { currency: input.currency, lines: intended.map(({ intent }) => intent) };
  if (draft === null) return findSameOfProgram(tx, request, bought, request.automation === undefined);
  return findSameOrder(tx, request, { ...bought, origin: draft.origin, rows: rowsIn(draft, input) });
}

/** @param byProgram of its batches, only the same ones are found */
function described(earlier: RecentOrder, byProgram: boolean): string {
  const { reference, unresolved } = earlier;
  const unknown = "The outcome of that order is unknown: this one may buy the same twice.";
  if (unresolved === reference)
    return `${earlier.placedBy ?? "A former member"} ordered the same products and quantities: ${reference}. ${unknown}`;
  const also =
    unresolved === undefined ? "" : ` An earlier one of the same quantities is ${unresolved}. ${unknown}`;
  return `${whatWasBought(earlier, byProgram)}: ${reference}.${also}`;
}

function whatWasBought(
  { placedBy, reorders, batch, importedRows: rows, at }: RecentOrder,
  byProgram: boolean,
): string {
  const bought = `bought on ${at.slice(0, 10)} by ${placedBy ?? "a former member"}`;
  if (rows !== undefined)
    return `${counted(rows, "row of the imported table was", "rows of the imported table were")} ${bought}`;
  if (batch === true)
    return `The same products and quantities${byProgram ? "" : ", or nearly,"} were ${bought}`;
  return reorders === undefined
    ? `${placedBy ?? "A former member"} placed the same order a moment ago`
    : `Products of order ${reorders} were already reordered by ${placedBy ?? "a former member"}`;
}
