import "server-only";
import { asc, sql } from "drizzle-orm";
import type { DraftsPage } from "#lib/contracts/placeOrder.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { ownDrafts } from "./draftRow.ts";

/** This member's drafts with something in them, the one that the catalog adds to first. Throws `forbidden`. */
export async function listDrafts(request: DeskRequest): Promise<DraftsPage> {
  requirePermission(request, "orders.place");
  const rows = await request.db
    .select({
      id: drafts.id,
      origin: drafts.origin,
      lineCount: sql<number>`jsonb_array_length(${drafts.draft}->'lines')`,
    })
    .from(drafts)
    .where(ownDrafts(request))
    .orderBy(sql`${drafts.origin} nulls first`, asc(drafts.id));
  return { items: rows.filter(({ origin, lineCount }) => origin === null || lineCount > 0) };
}
