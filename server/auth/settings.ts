import "server-only";
import { settings as configuration, type OidcSettings } from "#server/config/env.ts";
import type { TrustedProxies } from "#server/config/trustedProxies.ts";

/** The part of the configuration that sign-in and sessions need (docs/architecture.md#configuration). */
export type AuthSettings = {
  /** NEXTAUTH_SECRET. */
  secret: string;
  /** NEXTAUTH_URL; null where the dashboard answers under any address (demo). */
  url: string | null;
  /** Whether members sign in with passwords, besides single sign-on. */
  passwordSignIn: boolean;
  /** Whether people may sign in without https from other machines. */
  allowPlainHttp: boolean;
  /** The proxies whose X-Forwarded-For is trusted. */
  trustedProxies: TrustedProxies;
  /** Sign-in by the partner's own identity provider, if configured. */
  oidc: OidcSettings | null;
};

/** Cookies are marked as secure where the dashboard is reached by https. */
export function usesSecureCookies(settings: Pick<AuthSettings, "url">): boolean {
  return settings.url?.startsWith("https://") ?? false;
}

/** With https, a name with the `__Host-` prefix, which browsers accept only from this host, for the whole site and over https. */
export function sessionCookieName(settings: Pick<AuthSettings, "url">): string {
  return usesSecureCookies(settings) ? "__Host-next-auth.session-token" : "next-auth.session-token";
}

/** The origin of NEXTAUTH_URL, to compare Origin headers with. */
export function ownOrigin(settings: Pick<AuthSettings, "url">): string | null {
  return settings.url === null ? null : new URL(settings.url).origin;
}

export function getAuthSettings(): AuthSettings {
  const { authSecret: secret, ownAddress: url, ...rest } = configuration();
  const { passwordSignIn, allowPlainHttp, trustedProxies, oidc } = rest;
  return { secret, url, passwordSignIn, allowPlainHttp, trustedProxies, oidc };
}
