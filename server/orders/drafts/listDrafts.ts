import "server-only";
import { and, asc, desc, eq, or, sql } from "drizzle-orm";
import type { DraftsPage } from "#lib/contracts/orders/drafts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { prepared } from "#server/db/prepared.ts";
import { draftsVisibleTo } from "#server/db/draftsVisibleTo.ts";
import { neededDrafts } from "#server/db/neededDrafts.ts";
import { members } from "#server/db/schema/members.ts";
import { drafts } from "#server/db/schema/orders.ts";

const isFilledByCatalog = sql`(${drafts.origin} is null and ${drafts.name} is null)`;

const draftsSeenBy = prepared((db) =>
  db
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
    .where(
      and(
        draftsVisibleTo(sql.placeholder("memberId"), sql.placeholder("environment")),
        or(isFilledByCatalog, neededDrafts()),
      ),
    )
    .orderBy(desc(isFilledByCatalog), sql`${drafts.name} nulls last`, asc(drafts.origin), asc(drafts.id))
    .prepare("drafts_seen_by"),
);

/**
 * The drafts that this member sees: first the one that the catalog adds to, then those with a name, then those that belong to an
 * order. Those that nobody needs any more are left out (`neededDrafts`).
 * @throws AppError `forbidden`.
 */
export async function listDrafts(request: MemberRequest): Promise<DraftsPage> {
  requirePermission(request, "orders.place");
  const { actor, environment, db } = request;
  const rows = await draftsSeenBy(db).execute({ memberId: actor.id, environment });
  const items = rows.map(({ memberId, owner, ...row }) => ({
    ...row,
    ownedBy: memberId === actor.id ? null : owner,
  }));
  return { items };
}
