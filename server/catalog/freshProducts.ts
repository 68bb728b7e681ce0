import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Product } from "#lib/contracts/product.ts";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { AppError, isAppError } from "#server/context/errors.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import { requireService } from "#server/context/requireService.ts";
import { takeFromShare } from "#server/serviceState/memberShare.ts";
import { readRateLimit } from "#server/serviceState/rateLimiter.ts";
import { prepareReading, readSharedProduct } from "./readProduct.ts";

/** How many products are read from the service at a time; fewer where it has asked us to slow down. */
const AT_ONCE = 12;
/** A review, its confirmation and a second look at it read each product once. */
const FRESH_FOR = 5 * SECOND;
/** Number of products kept, over all environments. */
const KEPT = 5_000;

/** A product as the service has it now; without one, `missing` says why. */
export type FreshProduct = { product: Product | null; missing: string | null };

type Kept = { found: FreshProduct; at: Instant };
/** One product that is being read: `found` becomes null when it could not be. */
type Reading = { found: Promise<FreshProduct | null>; end(found: FreshProduct | null): void };

function keptProducts(): Map<string, Kept> {
  return processSingleton("fresh-products", () => new Map<string, Kept>());
}

/** What is being read now: whoever needs one of these products meanwhile waits for that answer. */
function readings(): Map<string, Reading> {
  return processSingleton("fresh-product-readings", () => new Map<string, Reading>());
}

function keyOf({ instanceId }: Pick<Program, "instanceId">, environment: Environment, id: number): string {
  return `${instanceId} ${environment} ${id}`;
}

/**
 * Reads products from the service, each once: some at a time, no faster than the rate that it has taught us, none that was read a
 * few seconds ago, and none that is being read for somebody else. Throws when the service cannot be asked.
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
  // What could not be read for somebody else, whose reason may have been their own.
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
  // Before anything is awaited, and only those that are read at once: nobody waits for a product whose turn comes in a minute.
  const first = new Map(ids.slice(0, AT_ONCE).map((id) => [id, beginReading(request, id)]));
  try {
    await takeFromShare(request, "product", ids.length);
    const [prepared, readers] = await Promise.all([prepareReading(request, ids), readersOf(request)]);
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
      // What was forgotten while it was read is not kept.
      if (readings().get(key) !== reading) return;
      readings().delete(key);
      if (found !== null) keep(key, { found, at: request.clock.now() });
    },
  };
  readings().set(key, reading);
  return reading;
}

/** Number of parallel readers, low enough that none waits long for its token: the rate limiter refuses calls that would. */
async function readersOf({ db, environment }: MemberRequest): Promise<number> {
  const { bucket } = await readRateLimit(db, environment);
  return bucket === null ? AT_ONCE : Math.max(1, Math.min(AT_ONCE, Math.floor(bucket.perSecond)));
}

function keep(key: string, entry: Kept): void {
  const kept = keptProducts();
  kept.delete(key);
  kept.set(key, entry);
  // The oldest are first.
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) return;
    kept.delete(oldest);
  }
}

/** The next check asks the service again about these products. */
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
