import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceAnswer } from "#server/serviceClient/client.ts";

export type RetryLimits = {
  /** How often a call without a usable answer is repeated, and the first pause, in milliseconds. */
  retries: number;
  firstPause: number;
  /** If the wait is longer than this, in milliseconds, the caller has to schedule the call again. */
  longestWait: number;
};

const SHORTEST_WAIT = 50;
const MAX_TRIES = 20;

/**
 * Repeats a read call while waiting may help: a throttled one not before the service allows it (docs/service-interface.md §7,
 * rule 3), one without a usable answer a few times. Returns the last answer.
 */
export async function retryServiceCall<T>(
  { retries, firstPause, longestWait }: RetryLimits,
  call: () => Promise<ServiceAnswer<T>>,
): Promise<ServiceAnswer<T>> {
  let pause = firstPause;
  for (let tries = 0; ; tries += 1) {
    const answer = await call();
    if (answer.ok) return answer;
    const { kind, retryAfterMs } = answer.failure;
    const isThrottled = kind === "throttled";
    if (!isThrottled && (tries >= retries || (kind !== "not_sent" && kind !== "ambiguous"))) return answer;
    const wait = isThrottled ? Math.max(retryAfterMs ?? pause, SHORTEST_WAIT) : pause;
    if (wait > longestWait || tries >= MAX_TRIES) return answer;
    await sleep(wait);
    pause *= 3;
  }
}
