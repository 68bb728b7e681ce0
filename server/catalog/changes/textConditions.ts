import "server-only";
import { and, eq, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { MemberRequest } from "#server/context/context.ts";
import { currentSearchEngine } from "#server/catalog/search/engineCache.ts";
import type { SearchEngine } from "#server/catalog/search/searchEngine.ts";
import { readCatalogSnapshot } from "#server/catalog/readCatalogSnapshot.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";

/** What a change has to meet to be found by a typed text: one condition for each word. */
export type TextConditions = readonly SQL[];

/**
 * What is inside of so many words of the catalog is looked up as these words, by an index. What is inside of more is frequent, so reading
 * the newest changes finds it soon.
 */
const MOST_WORDS = 60;

const { words, productId, after, before, brands } = catalogChanges;

/**
 * The conditions by which changes are found: each typed word is in the name, now or before, or in a brand, as a word, its beginning or
 * inside of one; or it is the product's id, as a whole. Inside means: of a word that the catalog of today has.
 */
export async function readTextConditions(request: MemberRequest, q = ""): Promise<TextConditions> {
  const typed = [...new Set(q.split(/\s+/))].filter((word) => word !== "");
  if (typed.length === 0) return [];
  const [engine, parts] = await Promise.all([readEngine(request), readParts(request, typed)]);
  return typed.flatMap((word, place) => conditionOf(engine, word, parts[place] ?? []) ?? []);
}

async function readEngine(request: MemberRequest): Promise<SearchEngine> {
  const { version, complete } = await readCatalogSnapshot(request);
  return currentSearchEngine(request, request.environment, { version, isWhole: complete !== null });
}

const partsSchema = z.array(z.object({ parts: z.array(z.string()) }));

/** The words that each typed one consists of, in the form in which they are stored. */
async function readParts({ db }: MemberRequest, typed: readonly string[]): Promise<string[][]> {
  const { rows } = await db.execute(sql`
    select public.order_words(word) as parts from unnest(${sql.param(typed)}::text[]) with ordinality as given (word, place) order by place`);
  return partsSchema.parse(rows).map(({ parts }) => parts);
}

function conditionOf(engine: SearchEngine, word: string, parts: readonly string[]): SQL | undefined {
  const isWhole = parts.length === 1 && parts[0] === word.toLowerCase();
  return or(
    and(...parts.map((part) => hasPart(engine, part)), isWhole ? undefined : hasText(word)),
    /^\d{1,15}$/.test(word) ? eq(productId, Number(word)) : undefined,
  );
}

function hasPart(engine: SearchEngine, part: string): SQL {
  const known = engine.wordsContaining(part, MOST_WORDS);
  if (known === null) return sql`array_to_string(tsvector_to_array(${words}), ' ') like ${containing(part)}`;
  const query = [`${quoted(part)}:*`, ...known.map(quoted)].join(" | ");
  return sql`${words} @@ ${query}::tsquery`;
}

/** Whether the text contains a typed word as it is, with signs that are no part of stored words. */
function hasText(word: string): SQL {
  return sql`concat_ws(' ', ${after} ->> 'name', ${before} ->> 'name', array_to_string(${brands}, ' ')) ilike ${containing(word)}`;
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** A term as the text of a tsquery writes it. */
function quoted(term: string): string {
  return `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
