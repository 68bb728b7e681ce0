import "server-only";
import { and, asc, count, eq, isNotNull, max, type SQL } from "drizzle-orm";
import type { MemberView } from "#lib/contracts/team/member.ts";
import { roleName } from "#lib/members/roleNames.ts";
import { toIso, toIsoOrNull } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { passkeys, totpAuthenticators } from "#server/db/schema/secondFactor.ts";

export type MemberRow = typeof members.$inferSelect;

/** Members as the team sees them, by name: without hashes or secrets. */
export async function readMemberViews(db: Database | Transaction, where?: SQL): Promise<MemberView[]> {
  const seen = db
    .select({ memberId: sessions.memberId, at: max(sessions.lastSeenAt).as("at") })
    .from(sessions)
    .groupBy(sessions.memberId)
    .as("seen");
  // A service has no session, so its calls count. A person's own programs do not show whether the person is active.
  const used = db
    .select({ memberId: accessTokens.memberId, at: max(accessTokens.lastUsedAt).as("used_at") })
    .from(accessTokens)
    .where(eq(accessTokens.kind, "service"))
    .groupBy(accessTokens.memberId)
    .as("used");
  const keys = db
    .select({ memberId: passkeys.memberId, total: count().as("total") })
    .from(passkeys)
    .groupBy(passkeys.memberId)
    .as("keys");
  const rows = await db
    .select({
      member: members,
      custom: customRoles.name,
      seenAt: seen.at,
      usedAt: used.at,
      passkeys: keys.total,
      totp: totpAuthenticators.memberId,
    })
    .from(members)
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .leftJoin(seen, eq(seen.memberId, members.id))
    .leftJoin(used, eq(used.memberId, members.id))
    .leftJoin(keys, eq(keys.memberId, members.id))
    .leftJoin(
      totpAuthenticators,
      and(eq(totpAuthenticators.memberId, members.id), isNotNull(totpAuthenticators.secret)),
    )
    .where(where)
    .orderBy(asc(members.name), asc(members.email));
  return rows.map((row) => ({
    id: row.member.id,
    email: row.member.email,
    name: row.member.name,
    role: row.member.role,
    roleName: roleName(row.member.role, row.custom),
    disabledAt: toIsoOrNull(row.member.disabledAt),
    createdAt: toIso(row.member.createdAt),
    lastSeenAt: toIsoOrNull(row.usedAt ?? row.seenAt),
    factors: { totp: row.totp !== null, passkeys: row.passkeys ?? 0 },
  }));
}

/** One member, who must exist. */
export async function readMemberView(db: Database | Transaction, memberId: string): Promise<MemberView> {
  const [found] = await readMemberViews(db, eq(members.id, memberId));
  if (found === undefined) throw new Error("The member was not found.");
  return found;
}
