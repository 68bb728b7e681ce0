import "server-only";
import { SERVICE_FILTERS, type CatalogView, type ServiceFilter } from "#lib/contracts/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { chosenValues, type AskedFacets } from "#server/catalog/search/applyFilters.ts";
import type { SearchIndex } from "#server/catalog/search/searchIndex.ts";
import { MINUTE, type Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { DeskError } from "#server/context/errors.ts";
import { timeoutOf } from "#server/serviceState/timeoutOf.ts";
import type { ServiceClient } from "#server/service/client.ts";
import { isEndOfList } from "#server/catalog/sync/isEndOfList.ts";
import { serviceTrouble } from "./serviceTrouble.ts";

const TAKE = 100;
/** A person is waiting: what needs more pages than this is not filtered this way. */
const MAX_PAGES = 30;
const KEPT_FOR = 5 * MINUTE;

type Answer = { ids: Set<number>; at: Instant };
const answers = new WeakMap<ServiceClient, Map<string, Answer>>();

/** The filters of the service (docs/service-interface.md §4.2) whose values no product of the list carries. */
export function uncarriedFacets(index: SearchIndex): ServiceFilter[] {
  return index.size === 0 ? [] : SERVICE_FILTERS.filter((facet) => index.facets[facet].names.length === 0);
}

/** The products that fit the chosen values of facets which products do not carry, by asking the service for each value. */
export async function askService(
  program: Program,
  environment: Environment,
  index: SearchIndex,
  view: CatalogView,
): Promise<AskedFacets> {
  const service = program.services[environment];
  const asked: AskedFacets = {};
  for (const facet of uncarriedFacets(index)) {
    const chosen = chosenValues(view, facet);
    if (chosen.length === 0 || !service) continue;
    const ids = new Set<number>();
    for (const value of chosen) {
      for (const id of await idsOf(program, service, facet, value)) ids.add(id);
    }
    asked[facet] = ids;
  }
  return asked;
}

async function idsOf(
  program: Program,
  service: ServiceClient,
  facet: ServiceFilter,
  value: string,
): Promise<Set<number>> {
  const known = answers.get(service) ?? new Map<string, Answer>();
  answers.set(service, known);
  const key = `${facet}\n${value}`;
  const now = program.clock.now();
  const remembered = known.get(key);
  if (remembered && now - remembered.at < KEPT_FOR) return remembered.ids;
  const ids = new Set<number>();
  const patience = await timeoutOf(program, service.environment);
  let skip = 0;
  let total: number | null = null;
  for (let page = 0; ; page += 1) {
    if (page === MAX_PAGES) {
      throw new DeskError(
        "validation",
        `Too many products fit “${value}” to ask the service for all of them. Choose a narrower ${facet}.`,
      );
    }
    const answer = await service.listProducts({ filters: { [facet]: value }, skip, take: TAKE }, patience);
    if (!answer.ok) {
      if (isEndOfList(answer.failure, { nextSkip: skip, total })) break;
      throw serviceTrouble(answer.failure);
    }
    total = answer.value.total;
    for (const { product } of answer.value.products) ids.add(product.id);
    skip += answer.value.recordCount;
    const more = total !== null && skip < total;
    if (answer.value.recordCount === 0 || (answer.value.recordCount < TAKE && !more)) break;
  }
  if (known.size > 200) known.clear();
  known.set(key, { ids, at: now });
  return ids;
}
