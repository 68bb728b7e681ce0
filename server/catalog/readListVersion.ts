import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { DeskRequest } from "#server/context/context.ts";
import { catalogVersions, catalogSyncRuns } from "#server/db/schema/catalog.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { prepared } from "#server/db/prepared.ts";
import { orders } from "#server/db/schema/orders.ts";

const instant = z.string().transform((text) => Date.parse(text));
const pass = z.object({
  finishedAt: instant.nullable(),
  failure: z.string().nullable(),
  seen: z.int(),
  total: z.int().nullable(),
});
const marks = z.object({
  /** Of the products (catalogVersions); 0 before the first. */
  version: z.coerce.number().int(),
  /** The newest order and its state; empty before the first. */
  newestOrder: z.string(),
  latest: pass.nullable(),
  complete: pass.nullable(),
  favourites: z.array(z.object({ shared: z.boolean(), productId: z.int() })),
});

export type ListMarks = z.infer<typeof marks>;

const environment = sql.placeholder("environment");
const passes = sql`select jsonb_build_object('finishedAt', finished_at, 'failure', failure, 'seen', seen, 'total', total)
  from ${catalogSyncRuns} where environment = ${environment}`;

const marksOfList = prepared((db) =>
  db
    .select({
      version: sql`coalesce((select version from ${catalogVersions} where environment = ${environment}), 0)`,
      newestOrder: sql`coalesce((select concat(id, ' ', state) from ${orders} where environment = ${environment}
        order by created_at desc, id desc limit 1), '')`,
      latest: sql`(${passes} order by id desc limit 1)`,
      complete: sql`(${passes} and complete order by id desc limit 1)`,
      favourites: sql`coalesce((
        select jsonb_agg(jsonb_build_object('shared', shared, 'productId', product_id) order by at desc, product_id)
        from ${favourites} where environment = ${environment} and (shared or member_id = ${sql.placeholder("memberId")})), '[]')`,
    })
    .from(sql`(select) as nothing`)
    .prepare("marks_of_list"),
);

/**
 * All that a list of the catalog depends on beside its products and its view, in one statement: a list is asked for with every
 * key, and statements cost more than searching. Favourites are those of the member and the team's, latest first.
 */
export async function readListVersion(request: DeskRequest): Promise<ListMarks> {
  const { db, actor } = request;
  const [row] = await marksOfList(db).execute({ environment: request.environment, memberId: actor.id });
  return marks.parse(row);
}
