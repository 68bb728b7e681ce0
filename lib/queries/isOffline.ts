import { SECOND } from "#lib/time/instant.ts";

/** How long Codedesk may take to answer, in milliseconds: somebody waits to hear that they are offline. */
const ANSWERS_WITHIN = 3 * SECOND;

/**
 * Whether Codedesk is out of reach because there is no network. A browser says so on a machine without a network, too, although a
 * Codedesk on the same machine answers, so it is asked.
 */
export async function isOffline(signal?: AbortSignal): Promise<boolean> {
  if (navigator.onLine) return false;
  const inTime = AbortSignal.timeout(ANSWERS_WITHIN);
  const either = signal === undefined ? inTime : AbortSignal.any([signal, inTime]);
  try {
    await fetch("/robots.txt", { method: "HEAD", cache: "no-store", signal: either });
    return false;
  } catch {
    signal?.throwIfAborted();
    return true;
  }
}
