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
/** Of all environments together. */
const KEPT = 5_000;

/** A product as the service has it now; without one, `missing` says why. */
export type FreshProduct = { product: Product | null; missing: string | null };

type Kept = { found: FreshProduct; at: Instant };

function keptProducts(): Map<string, Kept> {
  return processSingleton("fresh-products", () => new Map<string, Kept>());
}

function keyOf({ instanceId }: Pick<Program, "instanceId">, environment: Environment, id: number): string {
  return `${instanceId} ${environment} ${id}`;
}

/**
 * Reads products from the service, each once: some at a time, no faster than the rate that it has taught us, and none that was
 * read a few seconds ago. Throws when the service cannot be asked.
 */
export async function readFreshProducts(
  request: MemberRequest,
  ids: readonly number[],
): Promise<Map<number, FreshProduct>> {
  const kept = keptProducts();
  const now = request.clock.now();
  const fresh = new Map<number, FreshProduct>();
  for (const id of ids) {
    const known = kept.get(keyOf(request, request.environment, id));
    if (known !== undefined && known.at <= now && now - known.at < FRESH_FOR) fresh.set(id, known.found);
  }
  const unread = ids.filter((id) => !fresh.has(id));
  if (unread.length === 0) return fresh;
  requireService(request);
  await takeFromShare(request, "product", unread.length);
  const [prepared, readers] = await Promise.all([prepareReading(request, unread), readersOf(request)]);
  const next = unread.values();
  const reader = async (): Promise<void> => {
    for (const id of next) {
      request.signal?.throwIfAborted();
      const found = await readFresh(request, id, prepared);
      fresh.set(id, found);
      keep(keyOf(request, request.environment, id), { found, at: request.clock.now() });
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  return fresh;
}

/** So few that none waits long for its token: the rate limiter refuses calls that would. */
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
  for (const id of ids) keptProducts().delete(keyOf(program, environment, id));
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
