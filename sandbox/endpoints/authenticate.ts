import { MESSAGES } from "#sandbox/interface/messages.ts";
import { type Reply, refusal, throttled } from "#sandbox/http/reply.ts";
import type { Service } from "#sandbox/state/service.ts";

/** 401 with its two messages (docs/service-interface.md §5), then the rate limit (§8: all requests). Null: the caller may pass. */
export function authenticate(service: Service, key: string | undefined): Reply | null {
  if (key === undefined || key === "") return refusal(401, MESSAGES.missingKey);
  if (!service.keys.has(key)) return refusal(401, MESSAGES.invalidKey);
  const wait = service.rateLimit.acquire(key, service.clock.now());
  return wait === null ? null : throttled(wait);
}
