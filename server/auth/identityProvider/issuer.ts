import "server-only";
import type { OidcSettings } from "#server/config/env.ts";

/** The issuer in one spelling, because identities are found by it. */
export function issuerOf({ issuer }: Pick<OidcSettings, "issuer">): string {
  return issuer.replace(/\/$/, "");
}

/** The address of the provider's discovery document (OpenID Connect Discovery 4). */
export function discoveryAddress(oidc: Pick<OidcSettings, "issuer">): string {
  return `${issuerOf(oidc)}/.well-known/openid-configuration`;
}
