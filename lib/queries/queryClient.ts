import { notifyManager, QueryClient } from "@tanstack/react-query";
import { SECOND } from "#lib/time/instant.ts";
import { isProblemError } from "./problemError.ts";

// An answer is shown in the task it came in, not in one that waits behind others.
notifyManager.setScheduler(queueMicrotask);

/** How long data that came with a page, or was read, is shown without asking again. Factories may say otherwise. */
const FRESH = 15 * SECOND;

/** Reads that got no answer are tried once more; what was refused stays refused. */
function retryRead(failures: number, error: unknown): boolean {
  if (failures >= 1 || !isProblemError(error)) return false;
  return error.problem.type === "no-answer" || error.problem.status === 503;
}

/**
 * One for each request on the server, one for each tab in the browser. Mutations are never repeated and never wait for
 * a connection to go off later by themselves: only the server's order worker retries (docs/architecture.md#the-life-of-an-order).
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH, retry: retryRead, retryDelay: SECOND, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
