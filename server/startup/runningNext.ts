import "server-only";
import type createNext from "next";
import { processSingleton } from "#server/context/processSingleton.ts";

export type RunningNext = {
  app: ReturnType<typeof createNext>;
  /** Resolves once it can handle requests. */
  prepared: Promise<void>;
  hostname: string;
  port: number;
};

/**
 * The Next that has called us, as server/main.mjs left it.
 * @throws Error in a process that was started otherwise, such as by `next start`.
 */
export function runningNext(): RunningNext {
  return processSingleton("next", () => {
    throw new Error("Start the dashboard by server/main.mjs.");
  });
}
