import "server-only";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { IndexBuilder, type SearchIndex } from "./searchIndex.ts";
import type { Database, Program } from "#server/context/context.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import { catalogMarks, catalogPasses, catalogProducts } from "#server/db/schema/catalog.ts";

/** Beyond this the memory of one process would not be bounded; the list says so (describeCatalogState). */
export const INDEX_LIMIT = 250_000;
const BATCH = 1_000;
/** A small catalog is arranged anew at once; a large one in the background, while the former index answers. */
const SMALL = 5_000;
/** At most this share of the time is spent on arranging a large catalog that keeps changing. */
const REST_FACTOR = 10;

/** What a process holds of one environment's catalog. */
type Held = {
  index: SearchIndex | null;
  version: number;
  loading: Promise<SearchIndex> | null;
  restUntil: number;
  truncated: boolean;
  /** Read after a pass had seen the whole catalog. */
  isWhole: boolean;
};

function heldOf(db: Database, environment: Environment): Held {
  const all = processSingleton("catalogIndexes", () => new WeakMap<Database, Map<Environment, Held>>());
  let ofDatabase = all.get(db);
  if (!ofDatabase) all.set(db, (ofDatabase = new Map<Environment, Held>()));
  let held = ofDatabase.get(environment);
  if (!held) {
    held = {
      index: null,
      version: -1,
      loading: null,
      restUntil: 0,
      truncated: false,
      isWhole: false,
    };
    ofDatabase.set(environment, held);
  }
  return held;
}

async function readVersion(db: Database, environment: Environment): Promise<number> {
  const [mark] = await db
    .select({ version: catalogMarks.version })
    .from(catalogMarks)
    .where(eq(catalogMarks.environment, environment));
  return mark?.version ?? 0;
}

async function hasCompletePass(db: Database, environment: Environment): Promise<boolean> {
  const [pass] = await db
    .select({ id: catalogPasses.id })
    .from(catalogPasses)
    .where(and(eq(catalogPasses.environment, environment), eq(catalogPasses.complete, true)))
    .limit(1);
  return pass !== undefined;
}

async function load(db: Database, environment: Environment, held: Held): Promise<SearchIndex> {
  const begun = performance.now();
  // Read before the products: what changes meanwhile is noticed by the next check.
  const version = await readVersion(db, environment);
  const isWhole = await hasCompletePass(db, environment);
  const builder = new IndexBuilder();
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    // Batches leave room for other requests between them.
    const rows = await db
      .select({ id: catalogProducts.productId, product: catalogProducts.product })
      .from(catalogProducts)
      .where(
        and(
          eq(catalogProducts.environment, environment),
          isNull(catalogProducts.retiredAt),
          gt(catalogProducts.productId, after),
        ),
      )
      .orderBy(asc(catalogProducts.productId))
      .limit(BATCH);
    for (const { product } of rows) builder.add(product);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH || builder.size > INDEX_LIMIT) break;
  }
  const index = builder.finish();
  held.index = index;
  held.version = version;
  held.isWhole = isWhole;
  held.truncated = index.size > INDEX_LIMIT;
  const ended = performance.now();
  held.restUntil = ended + (ended - begun) * REST_FACTOR;
  return index;
}

function reload(db: Database, environment: Environment, held: Held): Promise<SearchIndex> {
  held.loading ??= load(db, environment, held).finally(() => {
    held.loading = null;
  });
  return held.loading;
}

/**
 * The index of an environment, as new as the database's mark says it must be (readListVersion). `isWhole`: a pass has seen the
 * whole catalog, so that the list is no longer asked for again and again.
 */
export async function currentIndex(
  program: Program,
  environment: Environment,
  { version, isWhole }: { version: number; isWhole: boolean },
): Promise<SearchIndex> {
  const { db } = program;
  const held = heldOf(db, environment);
  if (held.index === null) return reload(db, environment, held);
  if (version === held.version) return held.index;
  if (isWhole && !held.isWhole) {
    // One that is being arranged may have been begun before.
    if (held.loading) await held.loading;
    return held.isWhole ? held.index : reload(db, environment, held);
  }
  if (held.index.size <= SMALL) return reload(db, environment, held);
  if (performance.now() >= held.restUntil && held.loading === null) {
    reload(db, environment, held).catch((error: unknown) => {
      program.log.warn({ environment, error: String(error) }, "the catalog index could not be renewed");
    });
  }
  return held.index;
}

/** Arranges what was read before this process began, so that its first search need not wait for it. */
export async function prepareIndex(program: Program, environment: Environment): Promise<void> {
  const held = heldOf(program.db, environment);
  if (held.index === null) await reload(program.db, environment, held);
}

/** Whether the catalog is larger than one process searches. */
export function isTruncated(program: Program, environment: Environment): boolean {
  return heldOf(program.db, environment).truncated;
}
