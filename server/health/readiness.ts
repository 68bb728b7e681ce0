import "server-only";
import type { Pool } from "pg";
import { within } from "#lib/time/within.ts";
import { isMigrated } from "#server/db/migrate.ts";
import { lifecycle } from "#server/startup/lifecycle.ts";

type Readiness = {
  ready: boolean;
  checks: { database: string; migrations: string; workers: string };
};

const PATIENCE_MS = 2_000;

/** 200 when this dashboard can take requests, otherwise 503 with what is missing. */
export async function readinessResponse(pool: Pool): Promise<Response> {
  const { ready, checks } = await readReadiness(pool);
  return Response.json(
    { status: ready ? "ready" : "not ready", checks },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}

/** Whether this dashboard can work right now: the database answers and has our schema, and the workers run. */
async function readReadiness(pool: Pool): Promise<Readiness> {
  const now = lifecycle();
  const migrated = await within(PATIENCE_MS, isMigrated(pool)).catch(() => null);
  const resting = now.jobs.filter((job) => !job.running()).map((job) => job.name);
  const checks = {
    database: migrated === null ? "does not answer" : "ok",
    migrations: migrated === null ? "unknown" : migrated ? "ok" : "missing",
    workers:
      now.state !== "running" ? now.state : resting.length > 0 ? `stopped: ${resting.join(", ")}` : "ok",
  };
  return { ready: Object.values(checks).every((check) => check === "ok"), checks };
}
