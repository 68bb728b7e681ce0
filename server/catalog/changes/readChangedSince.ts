import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { catalogChangeSchema } from "#lib/contracts/catalog/catalogChanges.ts";
import type { ChangedSince } from "#lib/contracts/catalog/changedSince.ts";
import { byUrgency } from "#lib/catalog/changes/byUrgency.ts";
import { netChange } from "#lib/catalog/changes/netChange.ts";
import { permits } from "#lib/members/roles.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";

/** Something that was made of products at some time: a draft, a template, an order. */
export type Made = { at: Instant | null; lines: readonly { productId: number }[] };

/** How many changes are told, and how many are named for the list. */
const TOLD = 3;
const NAMED = 100;

const endSchema = catalogChangeSchema.pick({ kinds: true, before: true, after: true });
const rowsSchema = z.array(
  z.object({ place: z.int(), productId: z.coerce.number(), first: endSchema, last: endSchema }),
);
type Row = z.infer<typeof rowsSchema>[number];

/**
 * What has changed of the products of each thing since it was made, by the recorded changes; null where nothing has, and where the member may not
 * see the catalog. Of each product only its first and its last change are read, however many there are.
 */
export async function readChangedSince(
  request: MemberRequest,
  things: readonly Made[],
): Promise<(ChangedSince | null)[]> {
  const asked = permits(request.actor, "catalog.read") ? things.map(productsOf) : [];
  const rows = asked.some(({ ids }) => ids.length > 0) ? await readEnds(request, asked) : [];
  const byThing = Map.groupBy(rows, ({ place }) => place);
  return things.map(({ at }, place) => (at === null ? null : viewOf(at, byThing.get(place) ?? [])));
}

type Asked = { at: string; ids: number[] };

function productsOf({ at, lines }: Made): Asked {
  if (at === null) return { at: toIso(0), ids: [] };
  return { at: toIso(at), ids: [...new Set(lines.map(({ productId }) => productId))] };
}

async function readEnds({ db, environment }: MemberRequest, asked: readonly Asked[]): Promise<Row[]> {
  const flat = asked.flatMap(({ at, ids }, place) => ids.map((id) => ({ place, id, at })));
  const { foundAt, id, kinds, before, after } = catalogChanges;
  const end = (direction: "asc" | "desc") => sql`(
      select jsonb_build_object('kinds', ${kinds}, 'before', ${before}, 'after', ${after}) as change
      from ${catalogChanges}
      where ${catalogChanges.environment} = ${environment} and ${catalogChanges.productId} = asked.id and ${foundAt} > asked.at
      order by ${foundAt} ${sql.raw(direction)}, ${id} ${sql.raw(direction)} limit 1)`;
  const { rows } = await db.execute(sql`
    select asked.place, asked.id as "productId", earliest.change as first, latest.change as last
    from unnest(${sql.param(flat.map(({ place }) => place))}::int[], ${sql.param(flat.map((each) => each.id))}::bigint[],
      ${sql.param(flat.map(({ at }) => at))}::timestamptz[]) as asked (place, id, at)
    cross join lateral ${end("asc")} as earliest cross join lateral ${end("desc")} as latest
    order by asked.place, asked.id`);
  return rowsSchema.parse(rows);
}

function viewOf(at: Instant, rows: readonly Row[]): ChangedSince | null {
  const changed = rows.flatMap(({ productId, first, last }) => {
    const net = netChange(first, last);
    return net === null ? [] : { productId, ...net };
  });
  if (changed.length === 0) return null;
  const sorted = changed.toSorted(byUrgency);
  return {
    since: toIso(at),
    total: sorted.length,
    items: sorted.slice(0, TOLD),
    productIds: sorted.slice(0, NAMED).map(({ productId }) => productId),
  };
}
