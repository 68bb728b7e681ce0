import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import { SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { readUnreachableSince } from "./reachability.ts";

/** The timeouts for a reachable and an unreachable service: the latter is tried again, but not for long. */
const TIMEOUT_REACHABLE = 10 * SECOND;
const TIMEOUT_UNREACHABLE = 3 * SECOND;

/** The timeout of a call that a person waits for, in milliseconds. */
export async function timeoutOf(
  program: Pick<Program, "db">,
  environment: Environment,
): Promise<{ timeoutMs: number }> {
  const unreachableSince = await readUnreachableSince(program.db, environment);
  return { timeoutMs: unreachableSince === null ? TIMEOUT_REACHABLE : TIMEOUT_UNREACHABLE };
}
