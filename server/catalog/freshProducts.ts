import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { AppError, isAppError } from "#server/context/errors.ts";
import { keepRecent } from "#lib/keepRecent.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import { requireService } from "#server/context/requireService.ts";
import { takeFromShare } from "#server/serviceLimits/memberShare.ts";
import { readRateLimit } from "#server/serviceLimits/rateLimiter.ts";
import { prepareReading, readSharedProduct } from "./readProduct.ts";

/** How many products are read from the service at a time; fewer if it has asked us to slow down. */
const AT_ONCE = 12;
/** Long enough for a review, its confirmation and a second review to read each product once. */
const FRESH_FOR = 5 * SECOND;
/** Number of products kept, over all environments. */
const KEPT = 5_000;

/** A product as the service has it now; without one, `missing` says why. */
export type FreshProduct = { product: Product | null; missing: string | null };

type Kept = { found: FreshProduct; at: Instant };
/** A product that is being read; `found` resolves to null if it could not be read. */
type Reading = { found: Promise<FreshProduct | null>; end(found: FreshProduct | null): void };

function keptProducts(): Map<string, Kept> {
  return processSingleton("fresh-products", () => new Map<string, Kept>());
}

/** The reads in progress: a request that needs one of these products waits for the same answer. */
function readings(): Map<string, Reading> {
  return processSingleton("fresh-product-readings", () => new Map<string, Reading>());
}

function keyOf({ instanceId }: Pick<Program, "instanceId">, environment: Environment, id: number): string {
  return `${instanceId} ${environment} ${id}`;
}

/**
 * Reads products from the service, each once: a few at a time, no faster than the learned rate, skipping those that were read a
 * few seconds ago and sharing reads with other requests. Throws when the service cannot be reached.
 */
export async function readFreshProducts(
  request: MemberRequest,
  ids: readonly number[],
): Promise<Map<number, FreshProduct>> {
  const fresh = keptAmong(request, ids);
  const unread = () => ids.filter((id) => !fresh.has(id));
  const running = new Map(
    unread().flatMap((id) => {
      const reading = readings().get(keyOf(request, request.environment, id));
      return reading === undefined ? [] : [[id, reading]];
    }),
  );
  const own = unread().filter((id) => !running.has(id));
  const awaited = Array.from(running, async ([id, reading]) => {
    const found = await reading.found;
    if (found !== null) fresh.set(id, found);
  });
  await Promise.all([readAll(request, own, fresh), ...awaited]);
  // Reads again what failed for another request, perhaps for a reason of its own.
  await readAll(request, unread(), fresh);
  return fresh;
}

function keptAmong(request: MemberRequest, ids: readonly number[]): Map<number, FreshProduct> {
  const kept = keptProducts();
  const now = request.clock.now();
  const fresh = new Map<number, FreshProduct>();
  for (const id of ids) {
    const known = kept.get(keyOf(request, request.environment, id));
    if (known !== undefined && known.at <= now && now - known.at < FRESH_FOR) fresh.set(id, known.found);
  }
  return fresh;
}

/** Reads products from the service into `fresh`. */
async function readAll(
  request: MemberRequest,
  ids: readonly number[],
  fresh: Map<number, FreshProduct>,
): Promise<void> {
  if (ids.length === 0) return;
  requireService(request);
  // Registered before the first await, and only those that are read now: nobody should wait for a product that is read in a minute.
  const first = new Map(ids.slice(0, AT_ONCE).map((id) => [id, beginReading(request, id)]));
  try {
    const [prepared, readers] = await Promise.all([
      prepareReading(request, ids),
      readersFor(request, ids),
      takeFromShare(request, "product", ids.length),
    ]);
    const next = ids.values();
    const reader = async (): Promise<void> => {
      for (const id of next) {
        request.signal?.throwIfAborted();
        const reading = first.get(id) ?? beginReading(request, id);
        try {
          const found = await readFresh(request, id, prepared);
          fresh.set(id, found);
          reading.end(found);
        } finally {
          reading.end(null);
        }
      }
    };
    await Promise.all(Array.from({ length: readers }, reader));
  } finally {
    for (const reading of first.values()) reading.end(null);
  }
}

function beginReading(request: MemberRequest, id: number): Reading {
  const key = keyOf(request, request.environment, id);
  const { promise, resolve } = Promise.withResolvers<FreshProduct | null>();
  const reading: Reading = {
    found: promise,
    end: (found) => {
      resolve(found);
      // A product that was invalidated while it was being read is not cached.
      if (readings().get(key) !== reading) return;
      readings().delete(key);
      if (found !== null) keepRecent(keptProducts(), key, { found, at: request.clock.now() }, KEPT);
    },
  };
  readings().set(key, reading);
  return reading;
}

/** The number of parallel readers, low enough that none waits long for a token: the rate limiter refuses calls that would. */
async function readersFor({ db, environment }: MemberRequest, ids: readonly number[]): Promise<number> {
  if (ids.length === 1) return 1;
  const { bucket } = await readRateLimit(db, environment);
  return bucket === null ? AT_ONCE : Math.max(1, Math.min(AT_ONCE, Math.floor(bucket.perSecond)));
}

/** Makes the next check read these products from the service again. */
export function forgetFreshProducts(
  program: Pick<Program, "instanceId">,
  environment: Environment,
  ids: Iterable<number>,
): void {
  for (const id of ids) {
    const key = keyOf(program, environment, id);
    keptProducts().delete(key);
    readings().delete(key);
  }
}

async function readFresh(
  request: MemberRequest,
  productId: number,
  prepared: Awaited<ReturnType<typeof prepareReading>>,
): Promise<FreshProduct> {
  try {
    const {
      stale,
      staleReason,
      raw: _raw,
      asOf: _asOf,
      changes: _changes,
      ...product
    } = await readSharedProduct(request, productId, prepared);
    if (!stale) return { product, missing: null };
    throw new AppError(
      "service-unreachable",
      `Prices can't be checked right now, so nothing was sent. ${staleReason ?? ""} Try again in a moment.`.replace(
        "  ",
        " ",
      ),
    );
  } catch (error) {
    if (isAppError(error) && error.kind === "not-found") return { product: null, missing: error.message };
    throw error;
  }
}
