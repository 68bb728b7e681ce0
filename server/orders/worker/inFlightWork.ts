import "server-only";
import { DeskError } from "#server/context/errors.ts";
import { processSingleton } from "#server/context/processSingleton.ts";

/** What one program does with orders right now, beside its worker; and whether it still begins anything. */
type UnderWay = { stopping: boolean; works: Set<Promise<unknown>> };

function of(instanceId: string): UnderWay {
  const all = processSingleton("inFlightWork", () => new Map<string, UnderWay>());
  const known = all.get(instanceId) ?? { stopping: false, works: new Set() };
  all.set(instanceId, known);
  return known;
}

/**
 * Does work that may send an attempt, so that a clean stop waits for it. Throws `service-unreachable` once the program is
 * stopping: what is begun then could not be finished.
 */
export async function trackWork<T>(instanceId: string, work: () => Promise<T>): Promise<T> {
  const now = of(instanceId);
  if (now.stopping) {
    throw new DeskError(
      "service-unreachable",
      "Codedesk is being restarted, so nothing was sent. Try again in a moment.",
      { retryAfterSeconds: 5 },
    );
  }
  return alsoTrack(instanceId, work());
}

/** Has a clean stop wait for this too: it belongs to work that was begun before. */
export async function alsoTrack<T>(instanceId: string, promise: Promise<T>): Promise<T> {
  const { works } = of(instanceId);
  works.add(promise);
  try {
    return await promise;
  } finally {
    works.delete(promise);
  }
}

/** Begins nothing more, and waits for what is under way. */
export async function stopTracking(instanceId: string): Promise<void> {
  const now = of(instanceId);
  now.stopping = true;
  while (now.works.size > 0) await Promise.allSettled(now.works);
}
