import { isReachable } from "./isReachable.ts";

/**
 * Whether Codedesk is out of reach because there is no network. A browser says so on a machine without a network, too, although a
 * Codedesk on the same machine answers, so it is asked. Throws when `signal` is aborted.
 */
export async function isOffline(signal?: AbortSignal): Promise<boolean> {
  return !navigator.onLine && !(await isReachable(signal));
}
