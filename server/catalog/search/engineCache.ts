import "server-only";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import type { Program } from "#server/context/context.ts";
import type { Database } from "#server/db/connect.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import { catalogVersions, catalogSyncRuns, catalogProducts } from "#server/db/schema/catalog.ts";
import { createSearchEngine, type SearchEngine } from "./searchEngine.ts";
import { IndexBuilder } from "./searchIndex.ts";

/** A larger catalog is cut off here to limit the memory of one process; the list says so (describeCatalogState). */
export const INDEX_LIMIT = 250_000;
const BATCH = 1_000;
/** A catalog up to this size is indexed again at once; a larger one in the background, while the previous index answers. */
const SMALL = 5_000;
/** After indexing a large catalog that keeps changing, the next indexing waits for this many times as long as it took. */
const PAUSE_FACTOR = 10;

/** The search engine of one environment in this process. */
type CachedEngine = {
  engine: SearchEngine | null;
  /** Version of the products, as in the database (catalogVersions). */
  version: number;
  loading: Promise<SearchEngine> | null;
  /** No new load in the background before this time of performance.now(). */
  pausedUntil: number;
  isTruncated: boolean;
  /** Loaded after a sync run had seen the whole catalog. */
  isWhole: boolean;
};

function cachedEngine(db: Database, environment: Environment): CachedEngine {
  const all = processSingleton(
    "searchEngines",
    () => new WeakMap<Database, Map<Environment, CachedEngine>>(),
  );
  const byEnvironment = all.get(db) ?? new Map<Environment, CachedEngine>();
  all.set(db, byEnvironment);
  const cached = byEnvironment.get(environment) ?? {
    engine: null,
    version: -1,
    loading: null,
    pausedUntil: 0,
    isTruncated: false,
    isWhole: false,
  };
  byEnvironment.set(environment, cached);
  return cached;
}

async function readVersion(db: Database, environment: Environment): Promise<number> {
  const [row] = await db
    .select({ version: catalogVersions.version })
    .from(catalogVersions)
    .where(eq(catalogVersions.environment, environment));
  return row?.version ?? 0;
}

async function hasCompleteRun(db: Database, environment: Environment): Promise<boolean> {
  const [run] = await db
    .select({ id: catalogSyncRuns.id })
    .from(catalogSyncRuns)
    .where(and(eq(catalogSyncRuns.environment, environment), eq(catalogSyncRuns.complete, true)))
    .limit(1);
  return run !== undefined;
}

async function load(db: Database, environment: Environment, cached: CachedEngine): Promise<SearchEngine> {
  const begun = performance.now();
  // Read before the products, so that the next check notices changes made in the meantime.
  const version = await readVersion(db, environment);
  const isWhole = await hasCompleteRun(db, environment);
  const builder = new IndexBuilder();
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    // Read in batches, so that other requests are answered in between.
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
  const engine = createSearchEngine(builder.finish());
  const ended = performance.now();
  cached.engine = engine;
  cached.version = version;
  cached.isWhole = isWhole;
  cached.isTruncated = engine.size > INDEX_LIMIT;
  cached.pausedUntil = ended + (ended - begun) * PAUSE_FACTOR;
  return engine;
}

function reload(db: Database, environment: Environment, cached: CachedEngine): Promise<SearchEngine> {
  cached.loading ??= load(db, environment, cached).finally(() => {
    cached.loading = null;
  });
  return cached.loading;
}

/**
 * The search engine of an environment for this version of its products (readCatalogSnapshot); for a large catalog it may be an
 * earlier version. `isWhole`: a sync run has seen the whole catalog; from then on, no engine for a part of it is returned.
 */
export async function currentSearchEngine(
  program: Program,
  environment: Environment,
  { version, isWhole }: { version: number; isWhole: boolean },
): Promise<SearchEngine> {
  const { db } = program;
  const cached = cachedEngine(db, environment);
  if (cached.engine === null) return reload(db, environment, cached);
  if (version === cached.version) return cached.engine;
  if (isWhole && !cached.isWhole) {
    // A load in progress may have begun before the run ended.
    if (cached.loading) await cached.loading;
    return cached.isWhole ? cached.engine : reload(db, environment, cached);
  }
  if (cached.engine.size <= SMALL) return reload(db, environment, cached);
  if (performance.now() >= cached.pausedUntil && cached.loading === null) {
    reload(db, environment, cached).catch((error: unknown) => {
      program.log.warn({ environment, error: String(error) }, "The catalog could not be indexed again");
    });
  }
  return cached.engine;
}

/** Indexes the stored catalogs when the program starts, so that the first search does not have to wait. */
export async function prepareSearchEngines(program: Program): Promise<void> {
  for (const environment of environmentSchema.options) {
    if (program.services[environment] === undefined) continue;
    try {
      const cached = cachedEngine(program.db, environment);
      if (cached.engine === null) await reload(program.db, environment, cached);
    } catch (error) {
      // The first search tries again, and reports the error if it fails too.
      program.log.warn({ environment, error: String(error) }, "The catalog could not be indexed yet");
    }
  }
}

/** Whether the catalog is larger than one process searches. */
export function isTruncated(program: Program, environment: Environment): boolean {
  return cachedEngine(program.db, environment).isTruncated;
}
