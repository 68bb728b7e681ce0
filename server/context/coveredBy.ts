import "server-only";
import { sql } from "drizzle-orm";
import { dayOf } from "#lib/time/calendarDays.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { covers } from "#server/db/schema/approvals.ts";

/** A member for whom another stands in, and until which day (UTC). */
type Covered = { id: string; until: string };

/**
 * For whom members stood in at some time between two moments: by a cover of their own, and by one of a member for whom they stood in, and
 * so on. Without these members themselves.
 */
export async function coveredBy(
  db: Database | Transaction,
  deputies: readonly string[],
  { since, now }: { since: Instant; now: Instant },
): Promise<Covered[]> {
  const { rows } = await db.execute<Covered>(sql`
    with recursive chain (id, until) as (
      select id, '9999-12-31' from unnest(${sql.param([...deputies])}::uuid[]) as start (id)
      union
      select ${covers.memberId}, least(chain.until, ${covers.endsOn})
      from ${covers} join chain on chain.id = ${covers.deputyId}
      where ${covers.startsOn} <= ${dayOf(now, "UTC")} and ${covers.endsOn} >= ${dayOf(since, "UTC")}
        and (${covers.endedAt} is null or ${covers.endedAt} > ${toIso(since)}::timestamptz)
    )
    select id, max(until) as until from chain
    where id <> all(${sql.param([...deputies])}::uuid[]) group by id order by id`);
  return rows;
}
