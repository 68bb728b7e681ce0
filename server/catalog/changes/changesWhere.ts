import "server-only";
import { and, eq, gte, lt, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { FACETS, type Facet } from "#lib/catalog/filters/facets.ts";
import type { ChangesFilter } from "#lib/contracts/catalog/catalogChanges.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
import type { AffectedProducts } from "./affectedProducts.ts";

const { after, before, productId, foundAt, kinds } = catalogChanges;

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
): SQL | undefined {
  return and(changesWithin(environment, filter), ...chosenParts(filter, affected).values());
}

/** The changes of an environment that match the text, the product and the period of a filter. */
export function changesWithin(environment: Environment, filter: ChangesFilter): SQL | undefined {
  const { q = "", product, from, to } = filter;
  const words = [...new Set(q.split(/\s+/))].filter((word) => word !== "");
  return and(
    eq(catalogChanges.environment, environment),
    ...words.map(contains),
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

/** Whether the name, before or after, a brand or the product's id contains a word; the id as a whole. */
function contains(word: string): SQL | undefined {
  const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(
    sql`concat_ws(' ', ${after} ->> 'name', ${before} ->> 'name', array_to_string(${catalogChanges.brands}, ' ')) ilike ${pattern}`,
    sql`${productId}::text = ${word}`,
  );
}
