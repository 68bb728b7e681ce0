import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { emailAddress } from "#lib/contracts/member.ts";
import type { Program } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";

/** OpenID Connect Core 5.1; providers that say nothing about `email_verified` vouch for all their addresses. */
const identity = z.object({ email: emailAddress, email_verified: z.literal(true).optional() });

/** The id of the member an identity provider's profile belongs to. Nobody becomes a member by signing in. */
export async function memberOfIdentity(
  program: Pick<Program, "db">,
  profile: unknown,
): Promise<string | null> {
  const parsed = identity.safeParse(profile);
  if (!parsed.success) return null;
  const [member] = await program.db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.email, parsed.data.email), isNull(members.disabledAt)));
  return member?.id ?? null;
}
