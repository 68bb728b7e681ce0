import "server-only";
import { environment } from "#lib/contracts/environment.ts";
import type { Program } from "#server/context/context.ts";
import { prepareIndex } from "./catalogIndex.ts";

/** Arranges the catalogs that were read before this process began, so that its first search need not wait for it. */
export async function prepareIndexes(program: Program): Promise<void> {
  for (const name of environment.options) {
    if (program.services[name] === undefined) continue;
    try {
      await prepareIndex(program, name);
    } catch (error) {
      // The first search tries again, and says so if it cannot.
      program.log.warn({ environment: name, error: String(error) }, "The catalog could not be arranged yet");
    }
  }
}
