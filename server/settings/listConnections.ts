import "server-only";
import { and, desc, eq, type SQL } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ServiceKeyView } from "#lib/contracts/service/serviceKeys.ts";
import type { ConnectionView, ConnectionsView } from "#lib/contracts/settings.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import { UNREADABLE_LIMIT } from "#server/catalog/sync/syncRuns.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { readableEnvironments } from "#server/context/requireStill.ts";
import { catalogSyncRuns } from "#server/db/schema/catalog.ts";
import { serviceKeys, serviceState } from "#server/db/schema/service.ts";
import { settings } from "#server/config/env.ts";
import { KEY_PREFIXES } from "#server/config/keyPairing.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { pick } from "#server/serviceClient/readers/fields.ts";

/** Enough to see what is wrong with the catalog; the count includes the rest. */
const UNREADABLE_SHOWN = 100;
const RAW_SHOWN = 2_000;
const ID_SHOWN = 100;

/**
 * The connection to the service, for each configured environment that is open to the member and their session.
 * @throws AppError `unauthenticated`, `forbidden`.
 */
export async function listConnections(request: MemberRequest): Promise<ConnectionsView> {
  const environments = await readableEnvironments(request, "settings.read");
  const { services } = settings();
  const states = await request.db.select().from(serviceState);
  const uses = await request.db.select().from(serviceKeys);
  const views = environments.map(async (environment) => {
    const service = services[environment];
    if (!service) return null;
    const state = states.find((row) => row.environment === environment);
    return {
      environment,
      host: new URL(service.baseUrl).host,
      keys: keysOf(request, environment, uses),
      lastAnswerAt: iso(state?.lastAnswerAt),
      unreachableSince: iso(state?.unreachableSince),
      notBefore: iso(state?.notBefore),
      ratePerSecond: state?.ratePerSecond ?? null,
      skewMs: state?.skewMs ?? null,
      catalog: await latestSyncRun(request, environment),
    };
  });
  return { connections: (await Promise.all(views)).filter((view) => view !== null) };
}

function keysOf(
  { services }: MemberRequest,
  environment: Environment,
  uses: readonly (typeof serviceKeys.$inferSelect)[],
): ServiceKeyView[] {
  return (services[environment]?.keys() ?? []).map((key) => {
    const use = uses.find((row) => row.environment === environment && row.fingerprint === key.fingerprint);
    return {
      ...key,
      prefix: `${KEY_PREFIXES[environment]}…`,
      lastSuccessAt: iso(use?.lastSuccessAt),
      lastRefusedAt: iso(use?.lastRefusedAt),
    };
  });
}

async function latestSyncRun(
  request: MemberRequest,
  environment: Environment,
): Promise<ConnectionView["catalog"]> {
  const ofEnvironment = eq(catalogSyncRuns.environment, environment);
  const [[run], [complete]] = await Promise.all([
    readSyncRun(request, ofEnvironment),
    readSyncRun(request, and(ofEnvironment, eq(catalogSyncRuns.complete, true))),
  ]);
  if (!run) return null;
  // A run that is in progress, or was interrupted, has not seen all of them.
  const { unreadable } = complete ?? run;
  return {
    startedAt: toIso(run.startedAt),
    finishedAt: iso(run.finishedAt),
    failure: run.failure,
    seen: run.seen,
    unreadable: unreadable.slice(0, UNREADABLE_SHOWN).map(({ reason, raw }) => ({
      reason,
      id: idOf(raw),
      raw: (JSON.stringify(raw) ?? "").slice(0, RAW_SHOWN),
    })),
    unreadableCount: unreadable.length,
    unreadableTruncated: unreadable.length >= UNREADABLE_LIMIT,
  };
}

function readSyncRun(request: MemberRequest, condition: SQL | undefined) {
  return request.db
    .select({
      startedAt: catalogSyncRuns.startedAt,
      finishedAt: catalogSyncRuns.finishedAt,
      failure: catalogSyncRuns.failure,
      seen: catalogSyncRuns.seen,
      unreadable: catalogSyncRuns.unreadable,
    })
    .from(catalogSyncRuns)
    .where(condition)
    .orderBy(desc(catalogSyncRuns.id))
    .limit(1);
}

/** The record's own id, of whatever type. */
function idOf(raw: unknown): string | null {
  const id = isRecord(raw) ? pick(raw, ["id", "productId"]) : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id).slice(0, ID_SHOWN) : null;
}

function iso(at: Instant | null | undefined): string | null {
  return at === null || at === undefined ? null : toIso(at);
}
