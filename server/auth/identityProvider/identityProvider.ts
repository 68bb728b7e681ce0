import "server-only";
import { decodeJwt } from "jose";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { resolvePointer, type Pointer } from "#lib/json/pointer.ts";
import { SECOND } from "#lib/time/instant.ts";
import { SESSION_LIFETIME_MS } from "#server/auth/sessions/limits.ts";
import type { OidcSettings } from "#server/config/env.ts";
import { discoveryAddress } from "./issuer.ts";
import { mergeClaims } from "./mergeClaims.ts";

/** Asks the identity provider to authenticate the member again, whatever session they have there. */
const AGAIN = { prompt: "login", max_age: 0 };
const USUAL = { max_age: SESSION_LIFETIME_MS / SECOND };

type Provider = OAuthConfig<{ sub: string }>;
type UserinfoRequest = Extract<NonNullable<Provider["userinfo"]>, { request?: unknown }>["request"];

/** Any provider that speaks OpenID Connect, with state, nonce and PKCE. */
export function identityProvider(oidc: OidcSettings, reauthenticate: boolean): Provider {
  return {
    id: "oidc",
    name: "Single sign-on",
    type: "oauth",
    wellKnown: discoveryAddress(oidc),
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    authorization: { params: { scope: oidc.scope, ...(reauthenticate ? AGAIN : USUAL) } },
    idToken: true,
    userinfo: { request: readProfile(oidc) },
    checks: ["pkce", "state", "nonce"],
    profile: ({ sub }) => ({ id: sub }),
  };
}

/**
 * The claims of the signed token, completed from the userinfo endpoint where the token lacks a claim that we need: many providers
 * return address and groups only there (OpenID Connect Core 5.4).
 * @throws Error if the two are not about the same account.
 */
function readProfile(oidc: OidcSettings): UserinfoRequest {
  return async ({ tokens, client }) => {
    // The client verified the token when it exchanged the code for it.
    const signed = decodeJwt(tokens.id_token ?? "");
    const isWhole = signed.email !== undefined && (oidc.roles === null || has(signed, oidc.roles.claim));
    if (isWhole || client.issuer.metadata.userinfo_endpoint === undefined) return signed;
    const told = await client.userinfo(tokens.access_token ?? "");
    if (told.sub !== signed.sub) throw new Error("The userinfo address answers for another account.");
    return mergeClaims(signed, told);
  };
}

function has(claims: unknown, claim: Pointer): boolean {
  return resolvePointer(claims, claim) !== undefined;
}
