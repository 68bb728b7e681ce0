import "server-only";
import type { Connection } from "#server/db/connect.ts";
import type { Program } from "./context.ts";
import { processSingleton, replaceSingleton } from "./processSingleton.ts";

/** A program together with what only its owner needs: the pool, and the end of it. */
export type OwnedProgram = { program: Program; pool: Connection["pool"]; close: () => Promise<void> };

/** Puts a program in the process's place for it: at the start of the dashboard, and in tests, which have their own. */
export function installProgram(owned: OwnedProgram): void {
  replaceSingleton("program", owned);
}

/**
 * The dashboard's one program, with what only its owner needs. Building it is server/program.ts, which routes and pages do not
 * import: each of their bundles would hold the service's client and all else that a program consists of.
 * @throws Error before the dashboard has started.
 */
export function ownedProgram(): OwnedProgram {
  return processSingleton("program", () => {
    throw new Error("The dashboard has not started: there is no program yet.");
  });
}

/** What every request of this dashboard works with. */
export function getProgram(): Program {
  return ownedProgram().program;
}
