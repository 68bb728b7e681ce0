import "server-only";
import { and, asc, eq, gte, isNull, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Cover } from "#lib/contracts/team/cover.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { covers } from "#server/db/schema/approvals.ts";
import { members } from "#server/db/schema/members.ts";

/** Not ended, and its last day (UTC) is not over. */
export function notOver(now: Instant): SQL | undefined {
  return and(isNull(covers.endedAt), gte(covers.endsOn, dayOf(now, "UTC")));
}

/** The covers of a member and by them that are not over, or those of everybody, the earliest first. */
export async function readCovers(
  db: Database | Transaction,
  now: Instant,
  memberId: string | null,
): Promise<Cover[]> {
  const deputies = alias(members, "deputies");
  const rows = await db
    .select({ cover: covers, member: members.name, deputy: deputies.name })
    .from(covers)
    .innerJoin(members, eq(members.id, covers.memberId))
    .innerJoin(deputies, eq(deputies.id, covers.deputyId))
    .where(
      and(
        notOver(now),
        memberId === null ? sql`true` : or(eq(covers.memberId, memberId), eq(covers.deputyId, memberId)),
      ),
    )
    .orderBy(asc(covers.startsOn), asc(members.name), asc(covers.id));
  return rows.map(({ cover, member, deputy }) => ({
    id: cover.id,
    member: { id: cover.memberId, name: member },
    deputy: { id: cover.deputyId, name: deputy },
    from: cover.startsOn,
    to: cover.endsOn,
    isNow: cover.startsOn <= dayOf(now, "UTC"),
  }));
}
