import "server-only";
import { and, eq, gte, lt, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { FACETS, type Facet } from "#lib/catalog/filters/facets.ts";
import type { ChangesFilter } from "#lib/contracts/catalog/catalogChanges.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
import type { AffectedProducts } from "./affectedProducts.ts";
import type { TextConditions } from "./textConditions.ts";

const { after, productId, foundAt, kinds } = catalogChanges;

/** A part of the filter whose choices are counted. */
export type FilterPart = Facet | "kind" | "affects";

/** The values of each facet, and the kinds, as an array. */
export const VALUES: Record<Exclude<FilterPart, "affects">, SQL> = {
  kind: sql`${kinds}`,
  country: sql`array[${after} ->> 'countryCode']`,
  language: sql`${catalogChanges.languages}`,
  brand: sql`${catalogChanges.brands}`,
  category: sql`${catalogChanges.categories}`,
  tag: sql`${catalogChanges.tags}`,
  currency: sql`array[${after} ->> 'currencyCode']`,
  denomination: sql`array[${after} ->> 'denomination']`,
};

/** The changes of an environment that match a filter. */
export function changesWhere(
  environment: Environment,
  filter: ChangesFilter,
  affected: AffectedProducts,
  text: TextConditions,
): SQL | undefined {
  return and(changesWithin(environment, filter, text), ...chosenParts(filter, affected).values());
}

/** The changes of an environment that match the text, the product and the period of a filter. */
export function changesWithin(
  environment: Environment,
  { product, from, to }: ChangesFilter,
  text: TextConditions,
): SQL | undefined {
  return and(
    eq(catalogChanges.environment, environment),
    ...text,
    product === undefined ? undefined : isAmong(product),
    from === undefined ? undefined : gte(foundAt, Date.parse(from)),
    to === undefined ? undefined : lt(foundAt, Date.parse(to)),
  );
}

/** The conditions of those parts of a filter in which something is chosen. */
export function chosenParts(filter: ChangesFilter, affected: AffectedProducts): Map<FilterPart, SQL> {
  const parts = new Map<FilterPart, SQL>();
  for (const part of [...FACETS, "kind"] as const) {
    const chosen = filter[part];
    if (chosen !== undefined) parts.set(part, overlaps(VALUES[part], [chosen].flat()));
  }
  if (filter.affects !== undefined) {
    const ids = filter.affects.flatMap((thing) => [...(affected.get(thing) ?? [])]);
    parts.set("affects", isAmong(ids));
  }
  return parts;
}

function isAmong(ids: readonly number[]): SQL {
  return sql`${productId} = any(${sql.param(ids)}::bigint[])`;
}

function overlaps(values: SQLWrapper, chosen: readonly string[]): SQL {
  return sql`${values} && ${sql.param(chosen)}::text[]`;
}
