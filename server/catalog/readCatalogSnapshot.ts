import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Actor, MemberRequest } from "#server/context/context.ts";
import { prepared } from "#server/db/prepared.ts";
import { sharedRead } from "#server/db/sharedRead.ts";
import { catalogSyncRuns, catalogVersions } from "#server/db/schema/catalog.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { orders } from "#server/db/schema/orders.ts";

const instantSchema = z.string().transform((text) => Date.parse(text));
const syncRunSchema = z.object({
  finishedAt: instantSchema.nullable(),
  failure: z.string().nullable(),
  seen: z.int(),
  total: z.int().nullable(),
});
const snapshotSchema = z.object({
  /** The version of the products (catalogVersions); 0 if there is none yet. */
  version: z.coerce.number().int(),
  /** The newest order and its state; empty if there is none. */
  newestOrder: z.string(),
  latest: syncRunSchema.nullable(),
  complete: syncRunSchema.nullable(),
  favourites: z.array(z.object({ shared: z.boolean(), productId: z.int() })),
});

export type CatalogSnapshot = z.infer<typeof snapshotSchema>;

const environment = sql.placeholder("environment");
const syncRuns = sql`select jsonb_build_object('finishedAt', finished_at, 'failure', failure, 'seen', seen, 'total', total)
  from ${catalogSyncRuns} where environment = ${environment}`;

const selectSnapshot = prepared((db) =>
  db
    .select({
      version: sql`coalesce((select version from ${catalogVersions} where environment = ${environment}), 0)`,
      newestOrder: sql`coalesce((select concat(id, ' ', state) from ${orders} where environment = ${environment}
        order by created_at desc, id desc limit 1), '')`,
      latest: sql`(${syncRuns} order by id desc limit 1)`,
      complete: sql`(${syncRuns} and complete order by id desc limit 1)`,
      favourites: sql`coalesce((
        select jsonb_agg(jsonb_build_object('shared', shared, 'productId', product_id) order by at desc, product_id)
        from ${favourites} where environment = ${environment} and (shared or member_id = ${sql.placeholder("memberId")})), '[]')`,
    })
    .from(sql`(select) as nothing`)
    .prepare("catalog_snapshot"),
);

/**
 * Everything that a list of products depends on besides the products and the view, read in one statement: a list is requested
 * with every keystroke, and a statement takes longer than the search. Favourites are the member's and the team's, newest first.
 */
export function readCatalogSnapshot(
  request: Pick<MemberRequest, "db" | "environment"> & { actor: Pick<Actor, "id"> },
): Promise<CatalogSnapshot> {
  return readShared(request.db, { environment: request.environment, memberId: request.actor.id });
}

const readShared = sharedRead(
  (asked: { environment: Environment; memberId: string }) => `${asked.environment} ${asked.memberId}`,
  async (db, asked): Promise<CatalogSnapshot> => {
    const [row] = await selectSnapshot(db).execute(asked);
    return snapshotSchema.parse(row);
  },
);
