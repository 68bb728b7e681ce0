import "server-only";
import type { OidcSettings } from "#server/config/env.ts";

/** One spelling of the issuer: identities are found by it. */
export function issuerOf({ issuer }: Pick<OidcSettings, "issuer">): string {
  return issuer.replace(/\/$/, "");
}

/** Where the provider describes itself (OpenID Connect Discovery 4). */
export function discoveryAddress(oidc: Pick<OidcSettings, "issuer">): string {
  return `${issuerOf(oidc)}/.well-known/openid-configuration`;
}
