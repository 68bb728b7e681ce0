import "server-only";
import { z } from "zod";
import { emailAddressSchema } from "#lib/contracts/team/member.ts";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import { resolvePointer } from "#lib/json/pointer.ts";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import type { OidcSettings } from "#server/config/env.ts";

/** OpenID Connect Core 2: issuer and subject together identify one account for ever. */
const subjectSchema = z.object({ sub: z.string().min(1).max(255) });
/** Core 5.1. An address that the provider has not verified could belong to anybody. */
const verifiedSchema = z.object({ email: emailAddressSchema, email_verified: z.literal(true) });
/** Core 2: required of a provider that was asked with `max_age`. */
const authTimeSchema = z.object({ auth_time: z.number().positive() });
/** Front-Channel Logout 3, used by Back-Channel Logout too. */
const sessionSchema = z.object({ sid: z.string().min(1).max(255) });
const nameSchema = z.object({ name: z.string().trim().min(1) });
/** One group, or several. */
const groupsSchema = z.union([z.array(z.unknown()), z.string().transform((group) => [group])]);

/** What a provider says about the person who signs in, as far as we ask. */
export type ReadClaims = {
  subject: string;
  /** The provider's id of its own session. */
  providerSession: string | null;
  /** When the provider last authenticated the person; null if it does not say. */
  authenticatedAt: Instant | null;
  /** An address that the provider has verified, in lower case. */
  email: string | null;
  name: string | null;
};

/** Reads a provider's claims; null if they identify nobody. */
export function readClaims(claims: unknown): ReadClaims | null {
  const identity = subjectSchema.safeParse(claims);
  if (!identity.success) return null;
  const authTime = authTimeSchema.safeParse(claims).data?.auth_time;
  return {
    subject: identity.data.sub,
    providerSession: sessionSchema.safeParse(claims).data?.sid ?? null,
    authenticatedAt: authTime === undefined ? null : authTime * SECOND,
    email: verifiedSchema.safeParse(claims).data?.email ?? null,
    name: nameSchema.safeParse(claims).data?.name ?? null,
  };
}

/**
 * Whether the claims tell of groups at all, be it of none. Providers leave the claim out for a person in very many groups (`_claim_names`
 * then says where to ask, OpenID Connect Core 5.6.2), and whenever it is not configured: that is no word on anybody's groups.
 */
export function tellsOfGroups(claims: unknown, { claim }: NonNullable<OidcSettings["roles"]>): boolean {
  return groupsSchema.safeParse(resolvePointer(claims, claim)).success;
}

/** The role for the groups in the claims: that of the first pair of the mapping whose group is among them, or null. */
export function roleOfClaims(
  claims: unknown,
  { claim, mapping }: NonNullable<OidcSettings["roles"]>,
): RoleId | null {
  const groups = groupsSchema.safeParse(resolvePointer(claims, claim));
  if (!groups.success) return null;
  return mapping.find(({ group }) => groups.data.includes(group))?.role ?? null;
}
