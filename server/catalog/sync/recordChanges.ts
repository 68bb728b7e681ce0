import "server-only";
import { and, count, eq, isNull, sql, type SQL } from "drizzle-orm";
import { CHANGE_KINDS, RECORDED_FIELDS } from "#lib/contracts/catalog/changeKinds.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { Transaction } from "#server/db/connect.ts";
import {
  catalogChanges,
  catalogProducts,
  recordedProducts,
  type ChangesRecorded,
} from "#server/db/schema/catalog.ts";

type Run = { id: number; environment: Environment; seen: number };

/** A run must have seen this share of the catalog before anything is concluded from it. */
const LEAST_SEEN = 0.5;

export type RecordedChanges = { changesRecorded: ChangesRecorded; changeCount: number | null };

/** Counts the products that are offered, before a run retires any: whether it has seen enough of them. */
export async function hasSeenEnough(tx: Transaction, run: Run): Promise<boolean> {
  const [offered] = await tx
    .select({ count: count() })
    .from(catalogProducts)
    .where(and(eq(catalogProducts.environment, run.environment), isNull(catalogProducts.retiredAt)));
  return run.seen >= (offered?.count ?? 0) * LEAST_SEEN;
}

/**
 * Records what has changed since the last run that recorded: one entry for each product, in the transaction of the run's result. What a
 * member's look at a single product has stored since is part of it. The first run only records the products.
 */
export async function recordChanges(
  tx: Transaction,
  run: Run,
  isEnough: boolean,
  now: Instant,
): Promise<RecordedChanges> {
  if (!isEnough) return { changesRecorded: "too-few-seen", changeCount: null };
  const [known] = await tx
    .select({ id: recordedProducts.productId })
    .from(recordedProducts)
    .where(eq(recordedProducts.environment, run.environment))
    .limit(1);
  const isFirst = known === undefined;
  const written = await tx.execute(sql`with ${changedProducts(run, isFirst)},
    ${updateRecorded(run)}
    ${isFirst ? sql`select 1 where false` : insertChanges(run, now)}`);
  return isFirst
    ? { changesRecorded: "first", changeCount: null }
    : { changesRecorded: "recorded", changeCount: written.rowCount ?? 0 };
}

/** The products whose recorded fields differ from the stored ones, or that are offered and were not, or the reverse. */
function changedProducts(run: Run, isFirst: boolean): SQL {
  const { environment, productId, product, retiredAt } = catalogProducts;
  const fields = Object.keys(RECORDED_FIELDS).map((field) => sql`${field}::text, ${product} -> ${field}`);
  return sql`stored as materialized (
      select ${productId} as product_id, ${product} as product, ${retiredAt} is null as offered,
        jsonb_build_object(${sql.join(fields, sql`, `)}) as fields
      from ${catalogProducts} where ${environment} = ${run.environment}
    ), changed as materialized (
      select stored.*, recorded.fields as before, recorded.offered as was_offered
      from stored left join ${recordedProducts} recorded
        on recorded.environment = ${run.environment} and recorded.product_id = stored.product_id
      where case
        when recorded.product_id is null then stored.offered or ${isFirst}
        else recorded.offered <> stored.offered or (stored.offered and recorded.fields <> stored.fields)
      end
    )`;
}

function updateRecorded(run: Run): SQL {
  return sql`updated as (
      insert into ${recordedProducts} (environment, product_id, fields, offered)
      select ${run.environment}, product_id, fields, offered from changed
      on conflict (environment, product_id) do update set fields = excluded.fields, offered = excluded.offered
    )`;
}

function insertChanges(run: Run, now: Instant): SQL {
  return sql`insert into ${catalogChanges}
      (environment, product_id, sync_run_id, found_at, kinds, before, after, languages, brands, categories, tags)
    select ${run.environment}, product_id, ${run.id}::bigint, ${sql.param(now, catalogChanges.foundAt)}, ${kindsOf()},
      coalesce((select jsonb_object_agg(key, value) from jsonb_each(before) where value <> fields -> key), '{}'),
      fields, ${facet("languages")}, ${facet("brands")}, ${facet("categories")}, ${facet("tags")}
    from changed order by product_id`;
}

function facet(name: string): SQL {
  return sql`array(select jsonb_array_elements_text(product -> ${name}))`;
}

/** The kinds that a field can change by. */
const FIELD_KINDS = CHANGE_KINDS.filter((kind) =>
  Object.values(RECORDED_FIELDS).some((each) => each === kind),
);

/** The kinds of a row of `changed`. A product that is new or gone has no other kind; one that is back may have changed meanwhile. */
function kindsOf(): SQL {
  const offers = sql`case
    when before is null then 'new'
    when was_offered and not offered then 'gone'
    when not was_offered then 'back' end`;
  const kinds = FIELD_KINDS.map((kind) => {
    const differs = Object.entries(RECORDED_FIELDS)
      .filter(([, each]) => each === kind)
      .map(([field]) => sql`before -> ${field} <> fields -> ${field}`);
    return sql`case when offered and (${sql.join(differs, sql` or `)}) then ${kind}::text end`;
  });
  return sql`array_remove(array[${sql.join([offers, ...kinds], sql`, `)}], null)`;
}
