import "server-only";
import { AppError } from "#server/context/errors.ts";
import { processSingleton } from "#server/context/processSingleton.ts";

/** The work on orders that this process has in flight outside its order worker, and whether the process is stopping. */
type InFlight = { stopping: boolean; works: Set<Promise<unknown>> };

function inFlightOf(instanceId: string): InFlight {
  const all = processSingleton("inFlightWork", () => new Map<string, InFlight>());
  const known = all.get(instanceId) ?? { stopping: false, works: new Set() };
  all.set(instanceId, known);
  return known;
}

/**
 * Refuses to begin work that a stopping program could not finish.
 * @throws AppError `service-unreachable`.
 */
export function refuseWhenStopping(instanceId: string): void {
  if (!inFlightOf(instanceId).stopping) return;
  throw new AppError(
    "service-unreachable",
    "Codedesk is being restarted, so nothing was sent. Try again in a moment.",
    { retryAfterSeconds: 5 },
  );
}

/** Registers work that may send an attempt, or that follows from earlier work, so that a clean stop waits for it. */
export async function trackInFlight<T>(instanceId: string, work: Promise<T>): Promise<T> {
  const { works } = inFlightOf(instanceId);
  works.add(work);
  try {
    return await work;
  } finally {
    works.delete(work);
  }
}

/** Waits for the work in flight, and for what follows from it. */
export async function finishInFlight(instanceId: string): Promise<void> {
  const { works } = inFlightOf(instanceId);
  while (works.size > 0) await Promise.allSettled(works);
}

/** Refuses new work from now on, and waits for the work in flight. */
export async function stopTracking(instanceId: string): Promise<void> {
  inFlightOf(instanceId).stopping = true;
  await finishInFlight(instanceId);
}
