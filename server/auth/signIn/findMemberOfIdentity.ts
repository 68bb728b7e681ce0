import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { emailAddressSchema } from "#lib/contracts/member.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import { memberIdentities, members } from "#server/db/schema/members.ts";

/** OpenID Connect Core 2: issuer and subject together name one account for ever. */
const identitySchema = z.object({ sub: z.string().min(1).max(255) });
/** Core 5.1. An address that the provider does not call verified could be anybody's. */
const invitedSchema = z.object({ email: emailAddressSchema, email_verified: z.literal(true) });

/**
 * The id of the member an identity provider's profile belongs to, or null. An account is linked once, by the first sign-in with
 * the verified address that an administrator has added; afterwards only issuer and subject count, so that whoever is given
 * the address later, or changes theirs, is nobody. Nobody becomes a member by signing in.
 */
export async function findMemberOfIdentity(
  program: Pick<Program, "db" | "clock">,
  issuer: string,
  profile: unknown,
): Promise<string | null> {
  const identity = identitySchema.safeParse(profile);
  if (!identity.success) return null;
  const { sub: subject } = identity.data;
  const [linked] = await program.db
    .select({ id: members.id, disabledAt: members.disabledAt })
    .from(memberIdentities)
    .innerJoin(members, eq(members.id, memberIdentities.memberId))
    .where(and(eq(memberIdentities.issuer, issuer), eq(memberIdentities.subject, subject)));
  if (linked) return linked.disabledAt === null ? linked.id : null;
  const invited = invitedSchema.safeParse(profile);
  return invited.success ? linkIdentity(program, { issuer, subject, email: invited.data.email }) : null;
}

/** Links the account, unless the member has one at this provider already. */
async function linkIdentity(
  program: Pick<Program, "db" | "clock">,
  { issuer, subject, email }: { issuer: string; subject: string; email: string },
): Promise<string | null> {
  const now = program.clock.now();
  return program.db.transaction(async (tx) => {
    const [member] = await tx
      .select({ id: members.id })
      .from(members)
      .where(and(eq(members.email, email), isNull(members.disabledAt)))
      .for("no key update");
    if (!member) return null;
    const [identity] = await tx
      .insert(memberIdentities)
      .values({ issuer, subject, memberId: member.id, linkedAt: now })
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
