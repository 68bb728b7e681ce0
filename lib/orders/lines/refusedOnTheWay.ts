import type { ServiceErrorBody } from "#lib/contracts/service/serviceError.ts";

/** The only thing that the service says with a 403 (docs/service-interface.md §7). */
const ORDERING_DISABLED = /^api ordering is disabled\b/i;

/** True for a 403 that is not in the service's words: a firewall or another proxy in between has probably refused the request. */
export function isRefusedOnTheWay({ statusCode, message }: ServiceErrorBody): boolean {
  return statusCode === 403 && !ORDERING_DISABLED.test(message.trim());
}

/** What to do about it; the answer itself is shown beside it. */
export const REFUSED_ON_THE_WAY =
  "This answer isn't one that the service gives: a firewall or proxy in between has probably refused the order. Send it to whoever runs that, or to the service's support, with its request ID.";
