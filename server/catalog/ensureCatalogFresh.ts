import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Program } from "#server/context.ts";
import { latestPasses, PASS_EVERY } from "./catalogState.ts";
import { syncCatalog, type SyncResult } from "./syncCatalog.ts";

/** Reads the catalog unless a complete pass has ended lately. For jobs and start-up; cheap to call often, from every instance. */
export async function ensureCatalogFresh(
  program: Program,
  environment: Environment,
): Promise<SyncResult | { kind: "fresh" }> {
  const { complete } = await latestPasses(program, environment);
  const endedAt = complete?.finishedAt ?? null;
  if (endedAt !== null && program.clock.now() - endedAt < PASS_EVERY) return { kind: "fresh" };
  return syncCatalog(program, environment);
}
