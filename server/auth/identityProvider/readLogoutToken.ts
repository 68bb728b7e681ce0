import "server-only";
import { jwtVerify, type JWTPayload } from "jose";
import { z } from "zod";
import { MINUTE, SECOND, type Instant } from "#lib/time/instant.ts";
import type { OidcSettings } from "#server/config/env.ts";
import { AppError } from "#server/context/errors.ts";
import { readProviderKeys } from "./providerKeys.ts";

/** Signatures that only the provider can make: none with a shared secret, and never "none". */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const TYPES = new Set([undefined, "jwt", "logout+jwt"]);
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** The greatest age of a token, even if it expires later. */
const MAX_AGE_MS = 5 * MINUTE;
const CLOCK_TOLERANCE_MS = MINUTE;

const claimTextSchema = z.string().min(1).max(255);
/** OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6. `iss`, `aud`, `iat` and `exp` are checked with the signature. */
const logoutClaimsSchema = z
  .object({
    jti: claimTextSchema,
    iat: z.number(),
    sub: claimTextSchema.optional(),
    sid: claimTextSchema.optional(),
    events: z.looseObject({ [EVENT]: z.looseObject({}) }),
    nonce: z.undefined({ error: "must not be there" }).optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, "needs sub or sid");

/** Whose sessions the identity provider ends. */
export type LogoutToken = {
  tokenId: string;
  /** After this the token is refused because of its age; until then it has to be remembered. */
  expiresAt: Instant;
  subject: string | null;
  providerSession: string | null;
};

/**
 * Verifies that the provider signed a logout token recently, for us, and for this purpose only. The database decides whether it
 * was used before.
 * @throws AppError `validation`, which says what is wrong with the token and nothing about members.
 */
export async function readLogoutToken(
  { clock }: { clock: { now(): Instant } },
  oidc: OidcSettings,
  token: string,
): Promise<LogoutToken> {
  const payload = await verify(oidc, token, clock.now());
  const claims = logoutClaimsSchema.safeParse(payload);
  if (!claims.success) {
    const [issue] = claims.error.issues;
    throw refused(`${issue?.path.join(".") || "It"} ${issue?.message ?? "is wrong"}`);
  }
  const { jti, iat, sub, sid } = claims.data;
  return {
    tokenId: jti,
    expiresAt: iat * SECOND + MAX_AGE_MS + 2 * CLOCK_TOLERANCE_MS,
    subject: sub ?? null,
    providerSession: sid ?? null,
  };
}

async function verify(oidc: OidcSettings, token: string, now: Instant): Promise<JWTPayload> {
  const { issuer, keys } = await readProviderKeys(oidc);
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: oidc.clientId,
      algorithms: ALGORITHMS,
      maxTokenAge: MAX_AGE_MS / SECOND,
      clockTolerance: CLOCK_TOLERANCE_MS / SECOND,
      currentDate: new Date(now),
    });
    // The type keeps a token of another kind from being accepted here; providers that predate the final standard send none.
    if (!TYPES.has(protectedHeader.typ?.toLowerCase())) throw new Error("it is of another type");
    return payload;
  } catch (error) {
    throw refused(error instanceof Error ? error.message : "it cannot be read");
  }
}

function refused(why: string): AppError {
  return new AppError("validation", `This logout token is not accepted: ${why}.`);
}
