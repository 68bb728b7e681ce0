import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { FACETS } from "#lib/catalog/filters/facets.ts";
import { facetLabel } from "#lib/catalog/filters/labels.ts";
import { AFFECTED_WORDS, KIND_WORDS } from "#lib/catalog/changes/changeWords.ts";
import { AFFECTED_THINGS } from "#lib/contracts/catalog/changeFilters.ts";
import { CHANGE_KINDS } from "#lib/contracts/catalog/changeKinds.ts";
import type { ChangesFacets, ChangesFilter } from "#lib/contracts/catalog/catalogChanges.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { slowRead } from "#server/context/slowRead.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
import { readAffectedProducts, type AffectedProducts } from "./affectedProducts.ts";
import { keptCounts } from "./keptCounts.ts";
import { changesWithin, chosenParts, VALUES, type FilterPart } from "./changesWhere.ts";
import { readTextConditions, type TextConditions } from "./textConditions.ts";

/** Of so many changes, the newest that match text and period, the values are counted: more would take too long. */
const COUNTED = 5_000;
/** The values of a facet that are offered, the most frequent first. */
const OFFERED = 200;

const countsSchema = z.array(z.object({ part: z.string(), value: z.string(), count: z.int() }));
type Counts = z.infer<typeof countsSchema>;

/**
 * How many of the newest changes each choice of a filter would show, whatever else of the same part is chosen
 * (GET /api/catalog/changes/facets).
 * @throws AppError `forbidden`, `too-many`.
 */
export async function countChanges(request: MemberRequest, filter: ChangesFilter): Promise<ChangesFacets> {
  requirePermission(request, "catalog.read");
  const affected = await readAffectedProducts(request);
  return keptCounts(request, { filter, affected }, async () => {
    const { rows } = await slowRead(request, async () => {
      const text = await readTextConditions(request, filter.q);
      return request.db.execute(countAll(request, filter, affected, text));
    });
    return facetsOf(countsSchema.parse(rows), affected);
  });
}

function facetsOf(counts: Counts, affected: AffectedProducts): ChangesFacets {
  const things = AFFECTED_THINGS.filter((thing) => (affected.get(thing)?.size ?? 0) > 0);
  const facet = (name: (typeof FACETS)[number]) =>
    ofPart(counts, name).map(({ value, count }) => ({ value, count, label: facetLabel(name, value) }));
  return {
    country: facet("country"),
    language: facet("language"),
    brand: facet("brand"),
    category: facet("category"),
    tag: facet("tag"),
    currency: facet("currency"),
    denomination: facet("denomination"),
    kind: CHANGE_KINDS.flatMap((value) => {
      const count = countOf(counts, "kind", value);
      return count === 0 ? [] : [{ value, label: KIND_WORDS[value], count }];
    }),
    affects: things.map((value) => ({
      value,
      label: AFFECTED_WORDS[value],
      count: countOf(counts, "affects", value),
    })),
  };
}

function ofPart(counts: Counts, part: FilterPart): Counts {
  return counts.filter((each) => each.part === part);
}

function countOf(counts: Counts, part: FilterPart, value: string): number {
  return ofPart(counts, part).find((each) => each.value === value)?.count ?? 0;
}

const PARTS: readonly FilterPart[] = ["kind", "affects", ...FACETS];
const column = (name: FilterPart) => sql.identifier(`of_${name}`);
const matches = (name: FilterPart) => sql.identifier(`is_${name}`);

/** Reads the changes once, each with whether it matches every part of the filter, and counts the values of all parts. */
function countAll(
  { environment }: MemberRequest,
  filter: ChangesFilter,
  affected: AffectedProducts,
  text: TextConditions,
): SQL {
  const chosen = chosenParts(filter, affected);
  const columns = PARTS.flatMap((part) => {
    const condition = chosen.get(part);
    const values = sql`${part === "affects" ? affectedBy(affected) : VALUES[part]} as ${column(part)}`;
    return condition === undefined ? [values] : [values, sql`(${condition}) as ${matches(part)}`];
  });
  const counts = PARTS.map((part) => {
    const others = [...chosen.keys()].filter((each) => each !== part).map((each) => sql`${matches(each)}`);
    const isShown = others.length === 0 ? sql`true` : sql.join(others, sql` and `);
    return sql`(select ${part}::text as part, value, count(*)::int as count from found, unnest(${column(part)}) as value
      where value is not null and ${isShown} group by value order by count desc, value limit ${OFFERED})`;
  });
  return sql`with found as materialized (
      select ${sql.join(columns, sql`, `)} from ${catalogChanges} where ${changesWithin(environment, filter, text)}
      order by ${catalogChanges.foundAt} desc, ${catalogChanges.id} desc limit ${COUNTED}
    ) ${sql.join(counts, sql` union all `)}`;
}

/** The things that a change affects, as an array. */
function affectedBy(affected: AffectedProducts): SQL {
  const things = AFFECTED_THINGS.map((thing) => {
    const ids = [...(affected.get(thing) ?? [])];
    return sql`case when ${catalogChanges.productId} = any(${sql.param(ids)}::bigint[]) then ${thing}::text end`;
  });
  return sql`array[${sql.join(things, sql`, `)}]`;
}
