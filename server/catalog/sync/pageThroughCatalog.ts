import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import type { ServiceAnswer, ServiceClient } from "#server/service/client.ts";

export type SyncLimits = {
  /** Most the service gives at once (docs/service-interface.md §8). */
  take: number;
  /** Beyond this a list counts as never-ending. */
  maxRecords: number;
  /** Full pages in a row that bring nothing new: the service repeats itself. */
  maxRepeatedPages: number;
  /** Longer waits are left to whoever schedules the job. */
  longestWait: number;
  /** How often one page is asked for again after no usable answer, and how long the first pause is. */
  retries: number;
  firstPause: number;
};

export const LIMITS: SyncLimits = {
  take: 100,
  maxRecords: 1_000_000,
  maxRepeatedPages: 20,
  longestWait: 20 * SECOND,
  retries: 3,
  firstPause: SECOND,
};

/** One pass at work. */
export type Walk = { program: Program; service: ServiceClient; limits: SyncLimits };

/**
 * Asks again while waiting helps: after a throttled answer not before the service allows (docs/service-interface.md §7, rule 3),
 * after no usable answer a few times. What would take longer than `longestWait` is given back.
 */
export async function persist<T>(
  { limits }: Walk,
  ask: () => Promise<ServiceAnswer<T>>,
): Promise<ServiceAnswer<T>> {
  let pause = limits.firstPause;
  for (let tries = 0; ; tries += 1) {
    const answer = await ask();
    if (answer.ok) return answer;
    const { kind, retryAfterMs } = answer.failure;
    const throttled = kind === "throttled";
    if (!throttled && (tries >= limits.retries || (kind !== "not_sent" && kind !== "ambiguous")))
      return answer;
    const wait = throttled ? Math.max(retryAfterMs ?? pause, 50) : pause;
    if (wait > limits.longestWait || tries >= 20) return answer;
    await sleep(wait);
    pause *= 3;
  }
}
