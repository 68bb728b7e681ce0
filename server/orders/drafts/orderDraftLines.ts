import "server-only";
import { eq, sql } from "drizzle-orm";
import { withoutLines, type OrderTexts } from "#lib/orders/drafts/draftConfirmation.ts";
import type { Transaction } from "#server/db/connect.ts";
import { drafts, orderedDraftLines } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import type { DraftRow } from "./draftRow.ts";

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
