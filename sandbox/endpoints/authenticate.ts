import { MESSAGES } from "#sandbox/interface/messages.ts";
import { type Reply, refusal, throttled } from "#sandbox/http/reply.ts";
import type { Service } from "#sandbox/state/service.ts";

/** All calls without an accepted key count together. */
const STRANGERS = "";

/**
 * The rate limit, which counts all requests (docs/service-interface.md §8), then 401 with its two messages (§5). Null: the caller
 * may pass.
 */
export function authenticate(service: Service, key: string | undefined): Reply | null {
  const isKnown = key !== undefined && service.keys.has(key);
  const wait = service.rateLimit.acquire(isKnown ? key : STRANGERS, service.clock.now());
  if (wait !== null) return throttled(wait);
  if (isKnown) return null;
  return refusal(401, key === undefined || key === "" ? MESSAGES.missingKey : MESSAGES.invalidKey);
}
