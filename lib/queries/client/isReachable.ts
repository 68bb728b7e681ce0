import { SECOND } from "#lib/time/instant.ts";

/** How long Codedesk may take to answer, in milliseconds: somebody waits to hear that it can't be reached. */
const ANSWERS_WITHIN = 3 * SECOND;

/** Whether Codedesk itself answers, whatever it says. Throws when `signal` is aborted. */
export async function isReachable(signal?: AbortSignal | null): Promise<boolean> {
  const inTime = AbortSignal.timeout(ANSWERS_WITHIN);
  const either = signal ? AbortSignal.any([signal, inTime]) : inTime;
  try {
    await fetch("/robots.txt", { method: "HEAD", cache: "no-store", signal: either });
    return true;
  } catch {
    signal?.throwIfAborted();
    return false;
  }
}
