import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import { SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { readGate } from "./rateLimiter.ts";

/** A slow service is waited for; one that has been silent is asked again, but not for long. */
const PATIENCE = 10 * SECOND;
const PATIENCE_WITH_SILENCE = 3 * SECOND;

/** How long a call may take for which a person waits in front of a page, in milliseconds. */
export async function timeoutOf(
  program: Pick<Program, "db">,
  environment: Environment,
): Promise<{ timeoutMs: number }> {
  const { silentSince } = await readGate(program.db, environment);
  return { timeoutMs: silentSince === null ? PATIENCE : PATIENCE_WITH_SILENCE };
}
