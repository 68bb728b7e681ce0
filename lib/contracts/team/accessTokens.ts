import { z } from "zod";
import { roleSchema } from "./member.ts";
import { nameText } from "#lib/contracts/text/nameText.ts";

/**
 * What a token can be allowed to do: nothing for which people have to confirm that it's them, and nothing that concerns rules,
 * members or decisions on others' orders.
 */
export const TOKEN_SCOPES = [
  "catalog.read",
  "orders.read",
  "orders.place",
  "orders.withdraw",
  "stock.read",
  "codes.find",
  "codes.reveal",
  "wallet.read",
  "audit.read",
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

const MAX_TOKEN_DAYS = 365;
const tokenNameSchema = nameText("Enter a name");

/** POST /api/settings/tokens. A personal token acts as the member who creates it, a service token as a member of its own with a role. */
export const createTokenRequestSchema = z
  .strictObject({
    kind: z.enum(["personal", "service"]),
    name: tokenNameSchema,
    scopes: z
      .array(z.enum(TOKEN_SCOPES))
      .min(1, "Choose what it may do")
      .refine((scopes) => new Set(scopes).size === scopes.length, "Name each scope once"),
    expiresInDays: z.int().min(1).max(MAX_TOKEN_DAYS),
    /** Role of the member that a service token acts as; absent for a personal token. */
    role: roleSchema.optional(),
  })
  .refine(({ kind, role }) => (kind === "service") === (role !== undefined), {
    path: ["role"],
    message: "A service token has a role, a personal one has that of its member",
  });
export type CreateTokenRequest = z.infer<typeof createTokenRequestSchema>;

export const accessTokenViewSchema = z.object({
  id: z.uuid(),
  kind: z.enum(["personal", "service"]),
  name: z.string(),
  /** The beginning of the token, by which people recognise it. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  /** The member that it acts as. */
  member: z.object({ id: z.uuid(), name: z.string(), role: z.string() }),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Whether it works no more because its member is disabled; it would again if they were enabled. */
  isSuspended: z.boolean(),
  /** When its member is disabled unless they sign in by single sign-on before; null where that does not count, or the token ends earlier. */
  suspendedFrom: z.iso.datetime().nullable(),
});
export type AccessTokenView = z.infer<typeof accessTokenViewSchema>;

/** The member's own tokens; for administrators those of all members. Revoked and expired ones are not listed. */
export const accessTokensViewSchema = z.object({ tokens: z.array(accessTokenViewSchema) });
export type AccessTokensView = z.infer<typeof accessTokensViewSchema>;

/** The only answer that contains the token. */
export const createdTokenSchema = z.object({ token: accessTokenViewSchema, secret: z.string() });
export type CreatedToken = z.infer<typeof createdTokenSchema>;

export const tokenAddressSchema = z.object({ tokenId: z.uuid() });
