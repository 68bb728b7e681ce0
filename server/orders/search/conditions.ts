import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#server/db/connect.ts";
import { orderSearch } from "#server/db/schema/orderSearch.ts";
import { readReference } from "#lib/orders/references/readReference.ts";
import { AUTOMATION_KINDS, type Placer } from "#lib/contracts/orders/placers.ts";
import type { OrderFilter } from "./filter.ts";
import { withinScope } from "./scope.ts";

/**
 * The largest number of words that a typed beginning is expanded to. With more of them, searching the index for the beginning is
 * faster.
 */
const MOST_WORDS = 4;

/**
 * A condition on orders in two forms: `indexed` can use an index, `checked` cannot. The index of terms finds a whole `term` much
 * faster than all terms with the same `beginning`, and a choice of few `terms` still faster than a beginning. A `range` uses
 * another index. A `scope` condition needs none, because the list is restricted to it anyway; a `row` is always checked, because nearly all
 * orders meet it.
 */
export type Condition = {
  kind: "term" | "terms" | "beginning" | "range" | "scope" | "row";
  indexed: SQL;
  checked: SQL;
  /** For a condition that every scanned row meets: the expression by which the planner estimates its share of all orders. */
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
  return [
    ...terms.map((query) => matches("term", query)),
    ...(filter.placedBy === undefined ? [] : [await conditionOfMembers(db, storable(filter.placedBy))]),
    ...(filter.placer === null ? [] : [conditionOfPlacer(filter.placer)]),
    ...(await conditionsOfWords(db, words)),
    ...amountRange(filter),
  ];
}

/** What a person has placed has no term of its own: nearly every order is, so that no index would help to find it. */
function conditionOfPlacer(placer: Placer): Condition {
  if (placer !== "person") return matches("term", sql`${`':a${placer}'`}::tsquery`);
  const others = AUTOMATION_KINDS.map((kind) => `':a${kind}'`).join(" | ");
  const checked = sql`not ts_match_vq(${orderSearch.terms}, ${others}::tsquery)`;
  return { kind: "row", indexed: checked, checked };
}

/** Only orders of members in whose name each of these words begins a word, or whose e-mail address it is. */
async function conditionOfMembers(db: Database, text: string): Promise<Condition> {
  const { rows } = await db.execute(sql`
    with beginnings as (
      select string_agg(public.order_quoted_term(part) || ':*', ' & ') as query from unnest(public.order_words(${text})) as part
    )
    select coalesce(string_agg(public.order_quoted_term(':m' || id), ' | '), public.order_quoted_term(':m')) as query
    from members, beginnings
    where lower(email) = lower(${text}) or array_to_tsvector(public.order_words(name)) @@ beginnings.query::tsquery`);
  const [found] = z.array(z.object({ query: z.string() })).parse(rows);
  return matches("terms", sql`${found?.query ?? ""}::tsquery`);
}

/** The same for a list sorted by amount, including states and days. The index by amount covers one currency. */
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

function matches(kind: Condition["kind"], query: SQL, onRow = query): Condition {
  return {
    kind,
    indexed: sql`${orderSearch.terms} @@ ${query}`,
    // The function behind the operator, for which PostgreSQL uses no index.
    checked: sql`ts_match_vq(${orderSearch.terms}, ${onRow})`,
  };
}

function amountRange({ currency, amountFrom, amountTo }: OrderFilter): Condition[] {
  if (currency === null || (amountFrom === null && amountTo === null)) return [];
  const range = sql`${orderSearch.price} between ${amountFrom ?? 0} and ${amountTo ?? Number.MAX_SAFE_INTEGER}`;
  return [
    { kind: "range", indexed: sql`${orderSearch.currency} = ${currency} and ${range}`, checked: range },
  ];
}

const queriesSchema = z.array(
  z.object({
    elsewhere: z.string(),
    beginnings: z.string().nullable(),
    words: z.string().nullable(),
    most: z.coerce.number(),
  }),
);

/**
 * Finds each typed word as the beginning of a word of the order, of its reference from any of its parts on, or of the name of the
 * member who placed it. A reference is also found by a word without the quotes and commas that were pasted along with it. If only
 * a few words in use have this beginning, the index is searched for these words; a scanned row is checked faster for the beginning
 * itself. A word that consists of punctuation alone matches everything.
 */
async function conditionsOfWords(db: Database, typed: readonly string[]): Promise<Condition[]> {
  if (typed.length === 0) return [];
  const trimmed = typed.map((word) => readReference(word) ?? "");
  const { rows } = await db.execute(sql`
    select beginnings, words, most, concat_ws(' | ', public.order_quoted_term(':r' || reference) || ':*',
      case when bare <> reference then public.order_quoted_term(':r' || bare) || ':*' end,
      (select string_agg(public.order_quoted_term(':m' || id), ' | ') from members
        where array_to_tsvector(public.order_words(name)) @@ beginnings::tsquery)) as elsewhere
    from unnest(${sql.param(typed)}::text[], ${sql.param(trimmed)}::text[]) with ordinality as given (word, trimmed, place),
      lateral (
        select ltrim(public.order_fold(word), '-_./:# ') as reference, ltrim(public.order_fold(trimmed), '-_./:# ') as bare offset 0) as folded,
      lateral (
        select string_agg(beginning, ' & ') as beginnings, max(count) as most,
          string_agg(case when count between 1 and ${MOST_WORDS} then '(' || begun || ')' else beginning end, ' & ') as words
        from unnest(public.order_words(word)) as part, lateral (
          select public.order_quoted_term(part) || ':*' as beginning, count(*) as count, string_agg(public.order_quoted_term(known.word), ' | ') as begun
          from (
            select distinct word from order_search_words where word between part and part || repeat(chr(1114111), 64) order by word limit ${MOST_WORDS + 1}
          ) as known) as of_part) as in_words
    where bare <> '' order by place`);
  return queriesSchema.parse(rows).map(({ elsewhere, beginnings, words, most }) => {
    const query = (inWords: string | null) =>
      sql`${inWords === null ? elsewhere : `${elsewhere} | (${inWords})`}::tsquery`;
    return matches(kindOfWords(most), query(words), query(beginnings));
  });
}

/** @param count how many words a beginning is expanded to; 0 searches for the beginning itself. */
function kindOfWords(count: number): Condition["kind"] {
  if (count === 1) return "term";
  return count > 1 && count <= MOST_WORDS ? "terms" : "beginning";
}

/** PostgreSQL cannot store NUL. */
function storable(text: string): string {
  return text.replaceAll("\0", "");
}
