import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import { SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context.ts";
import { readGate } from "./databaseGate.ts";

/** A slow service is waited for; one that has been silent is asked again, but not for long. */
const PATIENCE = 10 * SECOND;
const PATIENCE_WITH_SILENCE = 3 * SECOND;

/** How long a call may take for which a person waits in front of a page, in milliseconds. */
export async function patienceOf(
  program: Pick<Program, "db">,
  environment: Environment,
): Promise<{ patienceMs: number }> {
  const { silentSince } = await readGate(program.db, environment);
  return { patienceMs: silentSince === null ? PATIENCE : PATIENCE_WITH_SILENCE };
}
