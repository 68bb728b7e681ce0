import "server-only";
import type { Connection } from "#server/db/connect.ts";
import type { Program } from "./context.ts";
import { processSingleton, replaceSingleton } from "./processSingleton.ts";

/** A program together with what only its owner needs: the pool, and the function that closes it. */
export type OwnedProgram = { program: Program; pool: Connection["pool"]; close: () => Promise<void> };

/** Installs the process's program: when the dashboard starts, and in tests, which create their own. */
export function installProgram(owned: OwnedProgram): void {
  replaceSingleton("program", owned);
}

/**
 * The dashboard's program, with what only its owner needs. It is built in server/program.ts, which routes and pages do not
 * import: otherwise each of their bundles would contain the service's client and everything else.
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
