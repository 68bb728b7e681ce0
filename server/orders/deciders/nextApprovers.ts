import "server-only";
import { and, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { covers } from "#server/db/schema/approvals.ts";
import { approversAmong } from "./approversAmong.ts";

/** Those named who can approve orders, otherwise those who manage the team and can; and whoever stands in for one of them now. */
export async function nextApprovers(
  tx: Database | Transaction,
  environment: Environment,
  named: readonly string[],
  now: Instant,
): Promise<string[]> {
  const able = await approversAmong(tx, environment, null);
  const chosen = able.filter(({ id }) => named.includes(id));
  const next = (chosen.length > 0 ? chosen : able.filter(({ managesTeam }) => managesTeam)).map(
    ({ id }) => id,
  );
  if (next.length === 0) return [];
  const today = dayOf(now, "UTC");
  const deputies = await tx
    .select({ id: covers.deputyId })
    .from(covers)
    .where(
      and(
        inArray(covers.memberId, next),
        isNull(covers.endedAt),
        lte(covers.startsOn, today),
        sql`${covers.endsOn} >= ${today}`,
      ),
    );
  const standIns = deputies.map(({ id }) => id).filter((id) => able.some((each) => each.id === id));
  return [...new Set([...next, ...standIns])].toSorted();
}
