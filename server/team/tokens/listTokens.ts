import "server-only";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { AccessTokensView, AccessTokenView } from "#lib/contracts/team/accessTokens.ts";
import { permits } from "#lib/members/roles.ts";
import { toIso, toIsoOrNull, type Instant } from "#lib/time/instant.ts";
import { LAST_VOUCHED_FOR, lapsesAt } from "#server/auth/identityProvider/disableLapsedMembers.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import type { Actor, MemberRequest } from "#server/context/context.ts";
import { authoriseTeamRead, heldRole, holdsAll } from "#server/context/teamAuthority.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";

/** Lists the member's active tokens; for members who manage the team, also those of all members on whom they may act. */
export async function listTokens(request: MemberRequest): Promise<AccessTokensView> {
  const { oidc } = getAuthSettings();
  const { actor } = request;
  const authority = permits(actor, "team.manage") ? await authoriseTeamRead(request) : null;
  const rows = await request.db
    .select({ token: accessTokens, member: members, custom: customRoles, vouchedAt: LAST_VOUCHED_FOR })
    .from(accessTokens)
    .innerJoin(members, eq(members.id, accessTokens.memberId))
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(
      and(
        isNull(accessTokens.revokedAt),
        gt(accessTokens.expiresAt, request.clock.now()),
        authority === null ? eq(accessTokens.memberId, actor.id) : undefined,
      ),
    )
    .orderBy(desc(accessTokens.createdAt));
  const isShown = ({ member, custom }: (typeof rows)[number]) =>
    member.id === actor.id || authority === null || holdsAll(authority, heldRole(member.role, custom));
  return {
    tokens: rows.filter(isShown).map(({ token, member, vouchedAt }) =>
      toTokenView({
        token,
        member,
        suspendedFrom: oidc === null || vouchedAt === null ? null : lapsesAt(oidc, vouchedAt),
      }),
    ),
  };
}

/** A token as it is shown: without its hash. */
export function toTokenView({
  token,
  member,
  suspendedFrom = null,
}: {
  token: typeof accessTokens.$inferSelect;
  member: Pick<Actor, "id" | "name" | "role"> & { disabledAt?: Instant | null };
  suspendedFrom?: Instant | null;
}): AccessTokenView {
  const { id, kind, name, prefix, scopes, createdAt, expiresAt, lastUsedAt } = token;
  return {
    id,
    kind,
    name,
    prefix,
    scopes,
    member: { id: member.id, name: member.name, role: member.role },
    createdAt: toIso(createdAt),
    expiresAt: toIso(expiresAt),
    lastUsedAt: toIsoOrNull(lastUsedAt),
    isSuspended: member.disabledAt != null,
    suspendedFrom: suspendedFrom === null || suspendedFrom >= expiresAt ? null : toIso(suspendedFrom),
  };
}
