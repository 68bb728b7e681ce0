import { TIME_LIMITS } from "#scripts/testStack/timeLimits.ts";

/** How `vi.waitFor` and `vi.waitUntil` wait: their own limit of a second would fail on a busy machine. */
export const PATIENTLY = { timeout: TIME_LIMITS.wait, interval: 25 };
