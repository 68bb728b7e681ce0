import "server-only";
import { and, desc, eq, type SQL } from "drizzle-orm";
import { environment as environmentName, type Environment } from "#lib/contracts/environment.ts";
import type { ConnectionView, ConnectionsView } from "#lib/contracts/settings.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import { SET_ASIDE_LIMIT } from "#server/catalog/sync/syncRuns.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { catalogPasses } from "#server/db/schema/catalog.ts";
import { serviceGates } from "#server/db/schema/service.ts";
import { settings } from "#server/config/env.ts";
import { isRecord, pick } from "#server/service/readers/fields.ts";

/** Enough to see what is wrong with the catalog; the count tells the rest. */
const SET_ASIDE_SHOWN = 100;
const RAW_SHOWN = 2_000;
const ID_SHOWN = 100;

/**
 * How we stand with the service, for each configured environment.
 * @throws DeskError `forbidden`.
 */
export async function listConnections(request: DeskRequest): Promise<ConnectionsView> {
  requirePermission(request, "settings.read");
  const { services } = settings();
  const gates = await request.db.select().from(serviceGates);
  const views = environmentName.options.map(async (environment) => {
    const service = services[environment];
    if (!service) return null;
    const gate = gates.find((row) => row.environment === environment);
    return {
      environment,
      host: new URL(service.baseUrl).host,
      keyPrefix: environment === "sandbox" ? "svc_test_…" : "svc_live_…",
      standby: service.keys.length > 1,
      lastAnswerAt: iso(gate?.lastAnswerAt),
      silentSince: iso(gate?.silentSince),
      notBefore: iso(gate?.notBefore),
      ratePerSecond: gate?.ratePerSecond ?? null,
      skewMs: gate?.skewMs ?? null,
      catalog: await latestPass(request, environment),
    };
  });
  return { connections: (await Promise.all(views)).filter((view) => view !== null) };
}

async function latestPass(
  request: DeskRequest,
  environment: Environment,
): Promise<ConnectionView["catalog"]> {
  const ofEnvironment = eq(catalogPasses.environment, environment);
  const [[pass], [complete]] = await Promise.all([
    readPass(request, ofEnvironment),
    readPass(request, and(ofEnvironment, eq(catalogPasses.complete, true))),
  ]);
  if (!pass) return null;
  // A reading that is under way, or was broken off, has not seen all of them.
  const { setAside } = complete ?? pass;
  return {
    startedAt: toIso(pass.startedAt),
    finishedAt: iso(pass.finishedAt),
    failure: pass.failure,
    seen: pass.seen,
    setAside: setAside.slice(0, SET_ASIDE_SHOWN).map(({ reason, raw }) => ({
      reason,
      id: idOf(raw),
      raw: (JSON.stringify(raw) ?? "").slice(0, RAW_SHOWN),
    })),
    setAsideCount: setAside.length,
    setAsideFull: setAside.length >= SET_ASIDE_LIMIT,
  };
}

function readPass(request: DeskRequest, condition: SQL | undefined) {
  return request.db
    .select({
      startedAt: catalogPasses.startedAt,
      finishedAt: catalogPasses.finishedAt,
      failure: catalogPasses.failure,
      seen: catalogPasses.seen,
      setAside: catalogPasses.setAside,
    })
    .from(catalogPasses)
    .where(condition)
    .orderBy(desc(catalogPasses.id))
    .limit(1);
}

/** What a record calls itself, be it an id or not. */
function idOf(raw: unknown): string | null {
  const id = isRecord(raw) ? pick(raw, ["id", "productId"]) : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id).slice(0, ID_SHOWN) : null;
}

function iso(at: Instant | null | undefined): string | null {
  return at === null || at === undefined ? null : toIso(at);
}
