import "server-only";
import { availableParallelism } from "node:os";
import { AppError } from "#server/context/errors.ts";
import { processSingleton } from "#server/context/processSingleton.ts";

/** Strangers wait in a short queue; members who are known here have a longer one of their own, which goes first. */
const LENGTH = { stranger: 16, known: 64 } as const;
export type HashCaller = keyof typeof LENGTH;
const RETRY_AFTER_SECONDS = 2;

type HashQueue = { running: number; waiting: Record<HashCaller, (() => void)[]> };

function queue(): HashQueue {
  return processSingleton("hashQueue", () => ({ running: 0, waiting: { stranger: [], known: [] } }));
}

/**
 * Runs as many hashes at a time as there are cores, less one: a hash occupies a core for 25 ms, and sign-ins must not take all
 * cores from other requests.
 * @throws AppError `too-busy` with `retryAfterSeconds` when the queue is full.
 */
export async function hashInTurn<T>(caller: HashCaller, hash: () => Promise<T>): Promise<T> {
  refuseWhenBusy(caller);
  const { waiting } = queue();
  if (queue().running < atOnce()) queue().running += 1;
  else await new Promise<void>((resolve) => waiting[caller].push(resolve));
  try {
    return await hash();
  } finally {
    // The next caller takes over our place.
    const next = waiting.known.shift() ?? waiting.stranger.shift();
    if (next) next();
    else queue().running -= 1;
  }
}

/** @throws AppError `too-busy` when the queue has no room for this caller. */
export function refuseWhenBusy(caller: HashCaller): void {
  if (queue().waiting[caller].length < LENGTH[caller]) return;
  throw new AppError("too-busy", "Too many people are signing in. Try again in a moment.", {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

function atOnce(): number {
  return Math.max(1, availableParallelism() - 1);
}
