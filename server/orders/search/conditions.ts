import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#server/db/connect.ts";
import { orderSearch } from "#server/db/schema/orderSearch.ts";
import type { OrderFilter } from "./filter.ts";
import { withinScope } from "./scope.ts";

/**
 * A condition on orders, in two forms: `indexed` can use an index, `checked` cannot. The index of terms finds a whole `term` much faster than all
 * terms with the same `beginning`; a `range` is of another index. What is demanded as `scope` anyway needs no index of its own.
 */
export type Condition = {
  kind: "term" | "beginning" | "range" | "scope";
  indexed: SQL;
  checked: SQL;
  /** Of a condition that every scanned row meets: what the planner estimates its share of all orders by. */
  estimated?: SQL;
};

/** The conditions of a filter, except environment, states and days, which are ranges of the indexes by age. */
export async function conditionsOf(db: Database, filter: OrderFilter): Promise<Condition[]> {
  const { memberId, productId, currency, purchaseOrder, tag } = filter;
  const given = [
    memberId === null ? [] : `:m${memberId}`,
    productId === null ? [] : `:p${productId}`,
    currency === null ? [] : `:c${currency}`,
    tag === null ? [] : `:t${tag}`,
  ].flat();
  const words = storable(filter.text)
    .split(/\s+/)
    .filter((word) => word !== "");
  const order = storable(purchaseOrder.trim());
  const terms = [
    ...given.map((term) => sql`public.order_quoted_term(${storable(term)})::tsquery`),
    ...(order === "" ? [] : [sql`public.order_quoted_term(':o' || left(lower(${order}), 300))::tsquery`]),
  ];
  const beginnings = (await queriesOfWords(db, words)).map((query) => sql`${query}::tsquery`);
  return [
    ...terms.map((query) => matches("term", query)),
    ...beginnings.map((query) => matches("beginning", query)),
    ...amountRange(filter),
  ];
}

/** The same for a list by amount, with states and days as well. The index by amount is of one currency. */
export async function conditionsByAmount(db: Database, filter: OrderFilter): Promise<Condition[]> {
  const { states, from, to } = filter;
  const nothingElse = { ...filter, states: null, from: null, to: null };
  const ranges = [
    states === null ? [] : withinScope({ ...nothingElse, states }),
    from === null && to === null ? [] : withinScope({ ...nothingElse, from, to }),
  ].flat();
  const others = [
    ...(await conditionsOf(db, { ...filter, currency: null })),
    ...ranges.map((range): Condition => ({
      kind: "scope",
      indexed: sql`(${range})`,
      checked: sql`(${range})`,
    })),
    ...amountRange(filter),
  ];
  return others.length === 0 || filter.currency === null ? others : [...others, ofCurrency(filter.currency)];
}

function ofCurrency(currency: string): Condition {
  const checked = sql`${orderSearch.currency} = ${currency}`;
  const query = sql`public.order_quoted_term(${storable(`:c${currency}`)})::tsquery`;
  return { ...matches("term", query), checked, estimated: checked };
}

function matches(kind: Condition["kind"], query: SQL): Condition {
  return {
    kind,
    indexed: sql`${orderSearch.terms} @@ ${query}`,
    // The function behind the operator, for which PostgreSQL uses no index.
    checked: sql`ts_match_vq(${orderSearch.terms}, ${query})`,
  };
}

function amountRange({ currency, amountFrom, amountTo }: OrderFilter): Condition[] {
  if (currency === null || (amountFrom === null && amountTo === null)) return [];
  const range = sql`${orderSearch.price} between ${amountFrom ?? 0} and ${amountTo ?? Number.MAX_SAFE_INTEGER}`;
  return [
    { kind: "range", indexed: sql`${orderSearch.currency} = ${currency} and ${range}`, checked: range },
  ];
}

const queriesSchema = z.array(z.object({ query: z.string().nullable() }));

/**
 * What finds each word: the beginning of a word of the order, or of its reference from one of its parts on, or of the name of the member
 * who placed it. As text of a tsquery. A word of signs alone demands nothing.
 */
async function queriesOfWords(db: Database, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await db.execute(sql`
    select case when reference = '' then null else concat_ws(' | ',
      public.order_quoted_term(':r' || reference) || ':*',
      '(' || in_words || ')',
      (select string_agg(public.order_quoted_term(':m' || id), ' | ') from members
        where array_to_tsvector(public.order_words(name)) @@ in_words::tsquery)) end as query
    from unnest(${sql.param(words)}::text[]) with ordinality as given (word, place),
      lateral (select ltrim(public.order_fold(word), '-_./:# ') as reference,
        (select string_agg(public.order_quoted_term(part) || ':*', ' & ') from unnest(public.order_words(word)) as part) as in_words) as read
    order by place`);
  return queriesSchema.parse(rows).flatMap(({ query }) => query ?? []);
}

/** PostgreSQL holds no NUL. */
function storable(text: string): string {
  return text.replaceAll("\0", "");
}
