import "server-only";
import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import type { OidcSettings } from "#server/config/env.ts";
import { safeUrlSchema } from "#server/config/fields.ts";
import { discoveryAddress, issuerOf } from "./issuer.ts";

/** How the provider signs: its exact name as it stands in tokens, and its keys. */
export type ProviderKeys = { issuer: string; keys: JWTVerifyGetKey };

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: safeUrlSchema });
const TIMEOUT_MS = 5 * SECOND;
const KEPT_MS = 10 * MINUTE;
/** How long an unreachable provider is left alone, so that it is not called for every token that a stranger sends. */
const RETRY_MS = 5 * SECOND;

type Kept = { until: number; keys: Promise<ProviderKeys> };
const kept = new Map<string, Kept>();

/**
 * The keys of the provider, read from its discovery document and cached for a while; an unknown key causes another read. Times
 * are measured by this machine's clock, not the program's, because they are real waiting times.
 * @throws Error when the provider does not answer, or when the document describes another one.
 */
export function readProviderKeys(oidc: Pick<OidcSettings, "issuer">): Promise<ProviderKeys> {
  const address = discoveryAddress(oidc);
  const known = kept.get(address);
  if (known !== undefined && performance.now() < known.until) return known.keys;
  const entry: Kept = { until: performance.now() + KEPT_MS, keys: discover(oidc, address) };
  kept.set(address, entry);
  entry.keys.catch(() => (entry.until = performance.now() + RETRY_MS));
  return entry.keys;
}

async function discover(oidc: Pick<OidcSettings, "issuer">, address: string): Promise<ProviderKeys> {
  const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`The identity provider answered ${answer.status} at ${address}.`);
  const { issuer, jwks_uri: jwksUri } = discoverySchema.parse(await answer.json());
  if (issuerOf({ issuer }) !== issuerOf(oidc)) throw new Error(`${address} describes another provider.`);
  return { issuer, keys: createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: TIMEOUT_MS }) };
}
