import "server-only";
import { desc, eq } from "drizzle-orm";
import { environment as environmentName, type Environment } from "#lib/contracts/environment.ts";
import type { ConnectionView } from "#lib/contracts/settings.ts";
import { permits } from "#lib/members/roles.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context.ts";
import { catalogPasses } from "#server/db/schema/catalog.ts";
import { serviceGates } from "#server/db/schema/service.ts";
import { settings } from "#server/env.ts";
import { DeskError } from "#server/errors.ts";

/** Enough to see what is wrong with the catalog; the count tells the rest. */
const SET_ASIDE_SHOWN = 100;
const RAW_SHOWN = 2_000;

/**
 * How we stand with the service, for each configured environment.
 * @throws DeskError `forbidden`.
 */
export async function listConnections(request: DeskRequest): Promise<ConnectionView[]> {
  if (!permits(request.actor.role, "settings.read")) {
    throw new DeskError("forbidden", "Only an administrator may see how the service is connected.");
  }
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
  return (await Promise.all(views)).filter((view) => view !== null);
}

async function latestPass(
  request: DeskRequest,
  environment: Environment,
): Promise<ConnectionView["catalog"]> {
  const [pass] = await request.db
    .select({
      startedAt: catalogPasses.startedAt,
      finishedAt: catalogPasses.finishedAt,
      failure: catalogPasses.failure,
      seen: catalogPasses.seen,
      setAside: catalogPasses.setAside,
    })
    .from(catalogPasses)
    .where(eq(catalogPasses.environment, environment))
    .orderBy(desc(catalogPasses.id))
    .limit(1);
  if (!pass) return null;
  return {
    startedAt: toIso(pass.startedAt),
    finishedAt: iso(pass.finishedAt),
    failure: pass.failure,
    seen: pass.seen,
    setAside: pass.setAside.slice(0, SET_ASIDE_SHOWN).map(({ reason, raw }) => ({
      reason,
      raw: (JSON.stringify(raw) ?? "").slice(0, RAW_SHOWN),
    })),
    setAsideCount: pass.setAside.length,
  };
}

function iso(at: Instant | null | undefined): string | null {
  return at === null || at === undefined ? null : toIso(at);
}
