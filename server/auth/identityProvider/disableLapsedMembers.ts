import "server-only";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { toIso, type Instant } from "#lib/time/instant.ts";
import { lockAdministrators } from "#server/context/lockAdministrators.ts";
import type { OidcSettings } from "#server/config/env.ts";
import type { Program } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { memberIdentities, members } from "#server/db/schema/members.ts";
import { disableByProvider } from "./disableByProvider.ts";

/**
 * Disables members whose role the provider's groups give and who have not signed in there for too long: nobody tells us of whoever was
 * removed there and never comes back to be refused. Signing in with a mapped group enables them again; the last administrator stays.
 * @returns how many it disabled; none where roles are not mapped.
 */
export async function disableLapsedMembers(
  program: Pick<Program, "db" | "clock">,
  oidc: OidcSettings,
): Promise<number> {
  if (oidc.roles === null) return 0;
  const now = program.clock.now();
  const until = now - oidc.disableAfterMs;
  let disabled = 0;
  for (const { memberId } of await lapsed(program.db, until)) {
    await program.db.transaction(async (tx) => {
      const administrators = await lockAdministrators(tx);
      const [still] = await lapsed(tx, until, memberId).for("no key update");
      const isLast = administrators.length === 1 && administrators[0]?.id === memberId;
      if (still === undefined || isLast) return;
      await disableByProvider(tx, memberId, now, { lastVouchedFor: toIso(still.vouchedAt) });
      disabled += 1;
    });
  }
  return disabled;
}

/** When a member for whom the provider vouched at an instant is disabled without another sign-in there; null: never. */
export function lapsesAt({ roles, disableAfterMs }: OidcSettings, vouchedAt: Instant): Instant | null {
  return roles === null ? null : vouchedAt + disableAfterMs;
}

/** When a provider last vouched for a member, in a statement that reads members; null for one whom none knows. */
export const LAST_VOUCHED_FOR = sql`(select max(${memberIdentities.vouchedAt}) from ${memberIdentities}
  where ${memberIdentities.memberId} = ${members.id})`.mapWith(memberIdentities.vouchedAt);

/** Also those whom only a provider of before knows: the present one does not vouch for them. */
function lapsed(db: Database | Transaction, until: Instant, memberId?: string) {
  return db
    .select({ memberId: members.id, vouchedAt: LAST_VOUCHED_FOR })
    .from(members)
    .where(
      and(
        sql`${LAST_VOUCHED_FOR} <= ${toIso(until)}::timestamptz`,
        isNull(members.disabledAt),
        memberId === undefined ? undefined : eq(members.id, memberId),
      ),
    )
    .orderBy(asc(members.id));
}
