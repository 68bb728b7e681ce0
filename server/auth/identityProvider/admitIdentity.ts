import "server-only";
import { and, eq } from "drizzle-orm";
import { ROLES } from "#lib/contracts/team/role.ts";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import type { Instant } from "#lib/time/instant.ts";
import { recordSignInFailure } from "#server/auth/signIn/recordSignInFailure.ts";
import type { SignInRequest } from "#server/auth/signIn/authenticate.ts";
import type { OidcSettings } from "#server/config/env.ts";
import { memberIdentities } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { applyMappedRole } from "./applyMappedRole.ts";
import { findMemberOfIdentity } from "./findMemberOfIdentity.ts";
import { issuerOf } from "./issuer.ts";
import { readClaims, roleOfClaims, tellsOfGroups } from "./readClaims.ts";

/** A member whom the identity provider vouches for. */
export type AdmittedIdentity = {
  memberId: string;
  authenticatedAt: Instant | null;
  providerSession: string | null;
};

/** Why somebody whom the provider knows may not sign in. */
export type IdentityRefusal = "not-a-member" | "no-role" | "no-groups-told";

/**
 * Decides on a sign-in from the claims that the identity provider has sent: which member it belongs to, whether a new member is
 * added, and which role their groups give them from now on. Refusals are counted with the failed sign-ins.
 */
export async function admitIdentity(
  request: SignInRequest,
  oidc: OidcSettings,
  claims: unknown,
): Promise<AdmittedIdentity | IdentityRefusal> {
  const read = readClaims(claims);
  if (oidc.roles !== null && !tellsOfGroups(claims, oidc.roles)) {
    request.log.warn(
      { claim: oidc.roles.claim.join("/") },
      "The identity provider sent no list of groups, so a sign-in was refused and nobody's role was changed. Have it send OIDC_ROLE_CLAIM, for people in very many groups only the groups that are assigned to this application",
    );
    return refuse(request, null, "no-groups-told");
  }
  const mapped =
    oidc.roles === null ? undefined : await existingRole(request, roleOfClaims(claims, oidc.roles));
  const memberId =
    read === null ? null : await findMemberOfIdentity(request, oidc, read, roleOfNewMember(oidc, mapped));
  if (read === null || memberId === null) {
    const lacksRole = oidc.newMembers !== null && mapped === null;
    return refuse(request, null, lacksRole ? "no-role" : "not-a-member");
  }
  const mayEnter = mapped === undefined || (await applyMappedRole(request, memberId, mapped));
  if (!mayEnter) return refuse(request, memberId, "no-role");
  await noteVouched(request, oidc, memberId);
  if (read.authenticatedAt === null) {
    request.log.warn(
      {},
      "The identity provider sent no auth_time: members without a password can confirm by a second factor alone",
    );
  }
  return { memberId, authenticatedAt: read.authenticatedAt, providerSession: read.providerSession };
}

async function noteVouched(
  { db, clock }: SignInRequest,
  oidc: OidcSettings,
  memberId: string,
): Promise<void> {
  await db
    .update(memberIdentities)
    .set({ vouchedAt: clock.now() })
    .where(and(eq(memberIdentities.issuer, issuerOf(oidc)), eq(memberIdentities.memberId, memberId)));
}

/** Null for a role of one's own that was deleted since the mapping was written: it gives nobody anything. */
async function existingRole(request: SignInRequest, role: RoleId | null): Promise<RoleId | null> {
  if (role === null || ROLES.some((each) => each === role)) return role;
  const [custom] = await request.db
    .select({ id: customRoles.id })
    .from(customRoles)
    .where(eq(customRoles.id, role));
  if (custom !== undefined) return role;
  request.log.warn(
    { role },
    "OIDC_ROLE_MAPPING names a role that does not exist: members who would get it cannot sign in",
  );
  return null;
}

/** @param mapped undefined where roles are not mapped. */
function roleOfNewMember({ newMembers }: OidcSettings, mapped: RoleId | null | undefined): RoleId | null {
  if (newMembers === null) return null;
  return mapped === undefined ? newMembers.role : mapped;
}

const REASONS: Record<IdentityRefusal, string> = {
  "not-a-member": "not a member",
  "no-role": "no role at the identity provider",
  "no-groups-told": "the identity provider sent no list of groups",
};

async function refuse(
  request: SignInRequest,
  memberId: string | null,
  refusal: IdentityRefusal,
): Promise<IdentityRefusal> {
  const { address } = request;
  await recordSignInFailure(request, { memberId, address, reason: REASONS[refusal] });
  return refusal;
}
