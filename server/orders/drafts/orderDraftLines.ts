import "server-only";
import { eq, sql } from "drizzle-orm";
import {
  changedLines,
  withoutLines,
  type ConfirmedLine,
  type OrderTexts,
} from "#lib/orders/drafts/draftConfirmation.ts";
import type { Transaction } from "#server/db/connect.ts";
import { AppError } from "#server/context/errors.ts";
import { drafts, orderedDraftLines, orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import type { DraftRow } from "./draftRow.ts";

/**
 * Refuses a confirmation whose lines are already part of another order, or differ from the stored draft that the person saw.
 * @throws AppError `conflict`; nothing was sent in that case.
 */
export async function requireUnordered(
  tx: Transaction,
  draft: DraftRow,
  confirmed: readonly ConfirmedLine[],
): Promise<void> {
  const lineIds = confirmed.map(({ lineId }) => lineId);
  const known = await tx
    .select({ lineId: orderedDraftLines.lineId, reference: orders.externalOrderCode })
    .from(orderedDraftLines)
    .innerJoin(orders, eq(orders.id, orderedDraftLines.orderRow))
    .where(sql`${orderedDraftLines.lineId} = any(${sql.param(lineIds)}::uuid[])`);
  if (known.length > 0) throw alreadyOrdered(confirmed, known);
  const changed = changedLines(draft.draft, confirmed);
  if (changed.length === 0) return;
  throw new AppError(
    "conflict",
    "This draft was changed elsewhere after you opened the review. Nothing was sent. Review the order again.",
    {
      conflict: "draft-changed",
      lines: changed.map((index) => ({
        index,
        productId: confirmed[index]?.productId ?? 0,
        message: "This line was changed or removed in another tab.",
      })),
    },
  );
}

function alreadyOrdered(
  confirmed: readonly ConfirmedLine[],
  known: readonly { lineId: string; reference: string | null }[],
): AppError {
  const orderOf = new Map(known.map(({ lineId, reference }) => [lineId, reference ?? ""]));
  const lines = confirmed.flatMap(({ lineId, productId }, index) => {
    const reference = orderOf.get(lineId);
    return reference === undefined
      ? []
      : [{ index, productId, message: `This line was already ordered: ${reference}.` }];
  });
  const references = [...new Set(orderOf.values())];
  return new AppError(
    "conflict",
    `These lines were already ordered: ${references.join(", ")}. Nothing was sent again.`,
    { conflict: "lines-ordered", existingReference: references[0] ?? "", lines },
  );
}

/** Removes lines from a locked draft and remembers the order they went into, in the transaction that writes its intent. */
export async function moveLinesToOrder(
  tx: Transaction,
  draft: DraftRow,
  order: Pick<OrderRow, "id"> & OrderTexts,
  lineIds: readonly string[],
): Promise<void> {
  const version = draft.version + 1;
  await tx.execute(sql`insert into ${orderedDraftLines}
      ("line_id", "order_row", "draft_id", "draft_version", "line", "position")
    select (each.line->>'id')::uuid, ${order.id}::uuid, ${drafts.id}, ${version}::int, each.line, each.place - 1
    from ${drafts}, jsonb_array_elements(${drafts.draft}->'lines') with ordinality as each(line, place)
    where ${drafts.id} = ${draft.id}::uuid and (each.line->>'id')::uuid = any(${sql.param(lineIds)}::uuid[])`);
  await tx
    .update(drafts)
    .set({ draft: withoutLines(draft.draft, new Set(lineIds), order), version })
    .where(eq(drafts.id, draft.id));
}
