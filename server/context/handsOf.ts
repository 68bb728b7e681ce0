import "server-only";
import { sql } from "drizzle-orm";
import { DEFAULT_ACCOUNT_WAIT_DAYS } from "#lib/members/accountWait.ts";
import { DAY, toIso } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { auditRecords, MAKES_ACCOUNTS, OWNS_ACCOUNTS } from "#server/db/schema/audit.ts";
import { invitations } from "#server/db/schema/invitations.ts";
import { sessions } from "#server/db/schema/members.ts";
import type { Program } from "./context.ts";

export const DEFAULT_ACCOUNT_WAIT_MS = DEFAULT_ACCOUNT_WAIT_DAYS * DAY;

/**
 * Why an account may be in somebody's hands: they made it a short while ago, it has not become its owner's own since, or it belongs to
 * their service token.
 */
export type Hold = "recent" | "not-own" | "token";

/**
 * Everybody in whose hands the account of a member may be: the member; whoever added, invited or reset it, or made the service token
 * that it belongs to; and whoever did that to theirs. An account leaves its maker's hands once the wait is over and the member has
 * chosen a password, added a second factor or linked an identity since, in a browser in which the maker has not signed in
 * (docs/decisions/0026-accounts-in-others-hands.md).
 */
export async function handsOf(
  program: Pick<Program, "clock" | "accountWaitMs">,
  db: Database | Transaction,
  memberId: string,
): Promise<Map<string, Hold>> {
  const hands = new Map<string, Hold>([[memberId, "recent"]]);
  // Grows while it is read.
  const open = [memberId];
  for (const id of open) {
    for (const { maker, hold } of await makersOf(program, db, id)) {
      if (hands.has(maker)) continue;
      hands.set(maker, hold);
      open.push(maker);
    }
  }
  return hands;
}

async function makersOf(
  { clock, accountWaitMs = DEFAULT_ACCOUNT_WAIT_MS }: Pick<Program, "clock" | "accountWaitMs">,
  db: Database | Transaction,
  memberId: string,
): Promise<{ maker: string; hold: Hold }[]> {
  const since = toIso(clock.now() - accountWaitMs);
  const { rows } = await db.execute<{ maker: string; hold: Hold }>(sql`
    with made as (
      select "actor_id" as maker, max("at") as at from ${auditRecords}
      where "member_id" = ${memberId}::uuid and ${MAKES_ACCOUNTS} and "actor_id" <> "member_id" group by 1
      union all
      select "invited_by", "ended_at" from ${invitations}
      where "member_id" = ${memberId}::uuid and "ended_at" is not null
    ), hold as (
      select made.maker, made.at > ${since}::timestamptz as recent from made
      where ${accountWaitMs > 0}::boolean and (made.at > ${since}::timestamptz or not exists (
        select 1 from ${auditRecords} own
        where own."member_id" = ${memberId}::uuid and own."actor_id" = ${memberId}::uuid
          and ${OWNS_ACCOUNTS} and own."at" >= made.at
          and not exists (select 1 from ${sessions} shared
            where shared."member_id" = made.maker and shared."device" = own."details" ->> 'device')))
    )
    select maker, case when bool_or(recent) then 'recent' else 'not-own' end as hold from hold group by maker
    union
    select "created_by", 'token' from ${accessTokens} where "member_id" = ${memberId}::uuid and "kind" = 'service'
  `);
  return rows;
}
