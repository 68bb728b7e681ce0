import "server-only";
import { processSingleton } from "#server/context/processSingleton.ts";

/** An export that is on record and whose end is not. */
export type OpenExport = {
  /** Records that it was not sent, unless its end is being recorded already. Never rejects. */
  interrupt: () => Promise<void>;
};

/** The exports of this process that are not at their end. */
export function openExports(): Set<OpenExport> {
  return processSingleton("openExports", () => new Set<OpenExport>());
}

/** Records the end of every export that is still open, for a process that is about to leave: their clients are gone. */
export async function interruptExports(): Promise<void> {
  await Promise.all([...openExports()].map((open) => open.interrupt()));
}
