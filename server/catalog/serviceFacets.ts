import "server-only";
import { chosenValues } from "#lib/catalog/filters/facets.ts";
import { SERVICE_FILTERS, type CatalogView, type ServiceFilter } from "#lib/contracts/catalog/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { CatalogQuestion, SearchEngine } from "#server/catalog/search/searchEngine.ts";
import { MINUTE, type Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { keepRecent } from "#lib/keepRecent.ts";
import { timeoutOf } from "#server/serviceLimits/timeoutOf.ts";
import type { ServiceClient } from "#server/serviceClient/client.ts";
import { ListEnd } from "#server/catalog/sync/listEnd.ts";
import { serviceCallError } from "#server/context/serviceCallError.ts";

const TAKE = 100;
/** A person is waiting, so a value with more pages than this cannot be used as a filter. */
const MAX_PAGES = 30;
const CACHE_TIME = 5 * MINUTE;
const CACHE_SIZE = 200;

type CachedIds = { ids: Set<number>; at: Instant };
const cache = new WeakMap<ServiceClient, Map<string, CachedIds>>();

/** The service's filters (docs/service-interface.md §4.2) for which no product has a value: only the service can apply them. */
export function serviceOnlyFacets(engine: SearchEngine): ServiceFilter[] {
  return engine.size === 0 ? [] : SERVICE_FILTERS.filter((facet) => !engine.hasValues(facet));
}

/** For each of these facets in the view, the matching products, found by asking the service for each chosen value. */
export async function matchInService(
  program: Program,
  environment: Environment,
  engine: SearchEngine,
  view: CatalogView,
): Promise<NonNullable<CatalogQuestion["serviceMatches"]>> {
  const service = program.services[environment];
  const matches: NonNullable<CatalogQuestion["serviceMatches"]> = {};
  for (const facet of serviceOnlyFacets(engine)) {
    const chosen = chosenValues(view, facet);
    if (chosen.length === 0 || !service) continue;
    const ids = new Set<number>();
    for (const value of chosen) {
      for (const id of await listMatchingIds(program, service, facet, value)) ids.add(id);
    }
    matches[facet] = ids;
  }
  return matches;
}

async function listMatchingIds(
  program: Program,
  service: ServiceClient,
  facet: ServiceFilter,
  value: string,
): Promise<Set<number>> {
  const cached = cache.get(service) ?? new Map<string, CachedIds>();
  cache.set(service, cached);
  const key = `${facet}\n${value}`;
  const now = program.clock.now();
  const known = cached.get(key);
  if (known && now - known.at < CACHE_TIME) return known.ids;
  const ids = new Set<number>();
  const timeout = await timeoutOf(program, service.environment);
  const end = new ListEnd(TAKE);
  let skip = 0;
  let total: number | null = null;
  for (let page = 0; ; page += 1) {
    if (page === MAX_PAGES) {
      throw new AppError("validation", `Too many products match “${value}”. Choose a narrower ${facet}.`);
    }
    const answer = await service.listProducts({ filters: { [facet]: value }, skip, take: TAKE }, timeout);
    if (!answer.ok) {
      if (end.isBeyond(answer.failure, { nextSkip: skip, total })) break;
      throw serviceCallError(answer.failure);
    }
    total = answer.value.total;
    for (const { product } of answer.value.products) ids.add(product.id);
    skip += answer.value.recordCount;
    if (end.isLast(answer.value, skip)) break;
  }
  keepRecent(cached, key, { ids, at: now }, CACHE_SIZE);
  return ids;
}
