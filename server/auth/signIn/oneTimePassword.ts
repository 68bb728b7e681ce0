import "server-only";
import type { Instant } from "#lib/time/instant.ts";
import { readMemberRules } from "#server/config/env.ts";

/** Until when a password that is generated now lets its member in to choose another. */
export function oneTimePasswordUntil(now: Instant): Instant {
  return now + readMemberRules().oneTimePasswordMs;
}
