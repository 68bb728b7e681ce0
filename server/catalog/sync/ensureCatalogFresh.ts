import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Program } from "#server/context/context.ts";
import { latestPasses, PASS_EVERY } from "./catalogState.ts";
import { REST_AFTER_GIVING_UP, syncCatalog, type SyncResult } from "./syncCatalog.ts";

/** Reads the catalog unless a complete pass has ended lately, or one was given up. For jobs and start-up; cheap to call often, from every instance. */
export async function ensureCatalogFresh(
  program: Program,
  environment: Environment,
): Promise<SyncResult | { kind: "fresh" | "resting" }> {
  const { complete, latest } = await latestPasses(program, environment);
  const now = program.clock.now();
  const endedAt = complete?.finishedAt ?? null;
  if (endedAt !== null && now - endedAt < PASS_EVERY) return { kind: "fresh" };
  // A list that does not end must not be read again and again, however often somebody asks.
  const givenUpAt = latest?.failedAt == null ? null : latest.finishedAt;
  if (givenUpAt !== null && now - givenUpAt < REST_AFTER_GIVING_UP) return { kind: "resting" };
  return syncCatalog(program, environment);
}
