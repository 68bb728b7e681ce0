import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { OidcSettings } from "#server/config/env.ts";
import type { Program } from "#server/context/context.ts";
import { memberIdentities, members } from "#server/db/schema/members.ts";
import { addMemberOfIdentity, mayJoin } from "./addMemberOfIdentity.ts";
import { issuerOf } from "./issuer.ts";
import type { ReadClaims } from "./readClaims.ts";

type Identity = Pick<ReadClaims, "name"> & { issuer: string; subject: string; email: string };

/**
 * The id of the member that an identity provider's claims belong to, or null. An account is linked once, by the first sign-in
 * with the verified address that an administrator has added. Afterwards only issuer and subject count, so a person who is later
 * given the address, or changes theirs to it, is not that member. Signing in creates a member only for a configured domain.
 * @param newRole the role of a new member; null: no members are created.
 */
export async function findMemberOfIdentity(
  program: Pick<Program, "db" | "clock">,
  oidc: OidcSettings,
  { subject, email, name }: ReadClaims,
  newRole: RoleId | null,
): Promise<string | null> {
  const issuer = issuerOf(oidc);
  const [linked] = await program.db
    .select({
      id: members.id,
      disabledAt: members.disabledAt,
      disabledByProvider: members.disabledByProvider,
    })
    .from(memberIdentities)
    .innerJoin(members, eq(members.id, memberIdentities.memberId))
    .where(and(eq(memberIdentities.issuer, issuer), eq(memberIdentities.subject, subject)));
  // A member disabled because of the provider's groups can be enabled by them again.
  if (linked) {
    const mayBeEnabled = linked.disabledByProvider && oidc.roles !== null;
    return linked.disabledAt === null || mayBeEnabled ? linked.id : null;
  }
  if (email === null) return null;
  const role = mayJoin(email, oidc.newMembers) ? newRole : null;
  return linkIdentity(program, { issuer, subject, email, name }, role);
}

/** Links the account, unless the member has one at this provider already. */
async function linkIdentity(
  program: Pick<Program, "db" | "clock">,
  { issuer, subject, email, name }: Identity,
  newRole: RoleId | null,
): Promise<string | null> {
  const now = program.clock.now();
  return program.db.transaction(async (tx) => {
    if (newRole !== null) await addMemberOfIdentity(tx, { email, name, role: newRole }, now);
    const [member] = await tx
      .select({ id: members.id })
      .from(members)
      .where(and(eq(members.email, email), isNull(members.disabledAt)))
      .for("no key update");
    if (!member) return null;
    const [identity] = await tx
      .insert(memberIdentities)
      .values({ issuer, subject, memberId: member.id, linkedAt: now, vouchedAt: now })
      .onConflictDoNothing()
      .returning();
    if (!identity) return null;
    await recordAudit(tx, {
      at: now,
      actorId: member.id,
      action: "member.identity-linked",
      memberId: member.id,
      details: { issuer },
    });
    return member.id;
  });
}
