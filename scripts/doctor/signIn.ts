import { isRecord } from "#lib/json/isRecord.ts";
import { discoveryAddress, issuerOf } from "#server/auth/identityProvider/issuer.ts";
import type { OidcSettings, Settings } from "#server/config/env.ts";
import { reasonOf } from "#scripts/tools/reasonOf.ts";
import { trouble, well, type Finding } from "./finding.ts";

const TIMEOUT_MS = 15_000;

/** Whether people can sign in, each with limits of their own. Reads only. */
export async function examineSignIn(settings: Settings): Promise<Finding[]> {
  const findings = settings.oidc === null ? [] : [await examineProvider(settings.oidc)];
  if (settings.ownAddress?.startsWith("https://") && trustsNobody(settings)) {
    findings.push(
      trouble(
        "Proxy: NEXTAUTH_URL is an https:// address, which a proxy serves, and TRUSTED_PROXIES names none: set it to the proxy. Without it, all sign-ins seem to come from one address and share one limit.",
      ),
    );
  }
  if (settings.allowPlainHttp) {
    findings.push(
      well("Sign-in: also without https, because ALLOW_PLAIN_HTTP is on; passwords can be read on the way"),
    );
  }
  return findings;
}

function trustsNobody({ trustedProxies }: Settings): boolean {
  return "hops" in trustedProxies && trustedProxies.hops === 0;
}

/** Whether the identity provider describes itself under the configured issuer (OpenID Connect Discovery 4.3). */
async function examineProvider(oidc: OidcSettings): Promise<Finding> {
  const { host } = new URL(oidc.issuer);
  try {
    const answer = await fetch(discoveryAddress(oidc), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body: unknown = await answer.json().catch(() => null);
    if (answer.status !== 200 || !isRecord(body) || typeof body.issuer !== "string") {
      return trouble(
        `Single sign-on: ${host} does not describe itself under OIDC_ISSUER (it answers ${answer.status}): check that address.`,
      );
    }
    if (issuerOf({ issuer: body.issuer }) !== issuerOf(oidc)) {
      return trouble(
        `Single sign-on: ${host} says that its issuer is ${body.issuer.slice(0, 200)}: set OIDC_ISSUER to that.`,
      );
    }
    return well(`Single sign-on: ${host} answers`);
  } catch (error) {
    return trouble(
      `Single sign-on: ${host} cannot be reached (${reasonOf(error)}): check OIDC_ISSUER, the network and its firewall.`,
    );
  }
}
