import { notifyManager, QueryClient } from "@tanstack/react-query";
import { SECOND } from "#lib/time/instant.ts";
import { isProblemError } from "./problemError.ts";

// An answer is shown in the task in which it arrived, and not in one that waits behind others.
notifyManager.setScheduler(queueMicrotask);

/** For how long data is shown without reading it again. Factories may set another time. */
const FRESH = 15 * SECOND;

/** Reads without an answer are retried once; refused ones are not. */
function retryRead(failures: number, error: unknown): boolean {
  if (failures >= 1 || !isProblemError(error)) return false;
  return error.problem.type === "no-answer" || error.problem.status === 503;
}

/**
 * Reads again what failed, once the network is back: "You are offline" would otherwise stay, because queries that don't wait for a
 * network are not read again when there is one. What was read stays as it is.
 */
function refetchOnReconnect({ state }: { state: { error: unknown } }): boolean | "always" {
  return state.error === null ? false : "always";
}

/**
 * One client for each request on the server, one for each tab in the browser. Mutations are never retried, and never wait for a
 * connection to be sent later by themselves: only the server's order worker retries (docs/architecture.md#the-life-of-an-order).
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        retry: retryRead,
        retryDelay: SECOND,
        networkMode: "always",
        refetchOnReconnect,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
