import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { withoutLines, type OrderTexts } from "#lib/orders/drafts/draftConfirmation.ts";
import { importedRows } from "#lib/orders/references/importedLineId.ts";
import { partsOfRow } from "#lib/orders/references/recognisedRows.ts";
import { toIso } from "#lib/time/instant.ts";
import type { Transaction } from "#server/db/connect.ts";
import { orderParts } from "#server/db/schema/orderParts.ts";
import { drafts, orderedDraftLines } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import type { DraftRow } from "./draftRow.ts";

/** Removes lines from a locked draft and remembers the order they went into, in the transaction that writes its intent. */
export async function moveLinesToOrder(
  tx: Transaction,
  draft: DraftRow,
  order: Pick<OrderRow, "id" | "environment" | "createdAt"> & OrderTexts,
  lineIds: readonly string[],
): Promise<void> {
  const version = draft.version + 1;
  await tx.execute(sql`insert into ${orderedDraftLines}
      ("line_id", "order_row", "draft_id", "draft_version", "line", "position")
    select (each.line->>'id')::uuid, ${order.id}::uuid, ${drafts.id}, ${version}::int, each.line, each.place - 1
    from ${drafts}, jsonb_array_elements(${drafts.draft}->'lines') with ordinality as each(line, place)
    where ${drafts.id} = ${draft.id}::uuid and (each.line->>'id')::uuid = any(${sql.param(lineIds)}::uuid[])`);
  const ordered = new Set(lineIds);
  await noteImportedRows(
    tx,
    order,
    draft.draft.lines.filter(({ id }) => ordered.has(id)),
  );
  await tx
    .update(drafts)
    .set({ draft: withoutLines(draft.draft, new Set(lineIds), order), version })
    .where(eq(drafts.id, draft.id));
}

/** Remembers the rows of imported tables from which the order's lines come, to recognise the table if it is imported again. */
async function noteImportedRows(
  tx: Transaction,
  { id: orderRow, environment, createdAt }: Pick<OrderRow, "id" | "environment" | "createdAt">,
  lines: readonly TypedLine[],
): Promise<void> {
  const rows = importedRows(lines);
  if (rows.length === 0) return;
  const parts = [...new Set(rows.flatMap(partsOfRow))];
  await tx.execute(sql`insert into ${orderParts} ("environment", "kind", "part", "created_at", "order_row", "parts")
    select ${environment}, 'row', part, ${toIso(createdAt)}::timestamptz, ${orderRow}::uuid, ${rows.length}::int
    from unnest(${sql.param(parts)}::bigint[]) as part`);
}

/** Of an order that bought nothing, the rows stand in the way of those that did. */
export async function forgetImportedRows(
  tx: Transaction,
  { id, environment }: Pick<OrderRow, "id" | "environment">,
): Promise<void> {
  const rows = await tx
    .select({ line: orderedDraftLines.line })
    .from(orderedDraftLines)
    .where(eq(orderedDraftLines.orderRow, id));
  const parts = importedRows(rows.map(({ line }) => line)).flatMap(partsOfRow);
  if (parts.length === 0) return;
  await tx
    .delete(orderParts)
    .where(
      and(
        eq(orderParts.environment, environment),
        eq(orderParts.kind, "row"),
        inArray(orderParts.part, parts),
        eq(orderParts.orderRow, id),
      ),
    );
}
