import "server-only";
import type { Demo } from "#lib/contracts/team/demo.ts";
import { settings } from "#server/config/env.ts";

/** What the demo shows in addition; null in every other dashboard. */
export function readDemo(): Demo | null {
  return settings().demo;
}
