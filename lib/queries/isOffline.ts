/**
 * Whether Codedesk is out of reach because there is no network. A browser says so on a machine without a network, too, although a
 * Codedesk on the same machine answers, so it is asked.
 */
export async function isOffline(signal?: AbortSignal): Promise<boolean> {
  if (navigator.onLine) return false;
  try {
    await fetch("/robots.txt", { method: "HEAD", cache: "no-store", signal });
    return false;
  } catch {
    signal?.throwIfAborted();
    return true;
  }
}
