import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import type { DraftsPage } from "#lib/contracts/drafts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { visibleDrafts } from "./draftRow.ts";

/**
 * The drafts that this member sees: the one that the catalog adds to first, then those with a name, then those of orders as long
 * as there is something in them. Throws `forbidden`.
 */
export async function listDrafts(request: MemberRequest): Promise<DraftsPage> {
  requirePermission(request, "orders.place");
  const rows = await request.db
    .select({
      id: drafts.id,
      name: drafts.name,
      origin: drafts.origin,
      shared: drafts.shared,
      memberId: drafts.memberId,
      owner: members.name,
      lineCount: sql<number>`jsonb_array_length(${drafts.draft}->'lines')`,
    })
    .from(drafts)
    .innerJoin(members, eq(members.id, drafts.memberId))
    .where(visibleDrafts(request))
    .orderBy(
      sql`${drafts.origin} is null and ${drafts.name} is null desc`,
      sql`${drafts.name} nulls last`,
      asc(drafts.origin),
      asc(drafts.id),
    );
  const items = rows.map(({ memberId, owner, ...row }) => ({
    ...row,
    ownedBy: memberId === request.actor.id ? null : owner,
  }));
  return {
    items: items.filter(({ origin, name, lineCount }) => origin === null || name !== null || lineCount > 0),
  };
}
