import "server-only";
import type { DraftLine } from "#lib/contracts/orders/placeOrder.ts";
import { checkLine, type CheckedLine } from "#lib/orders/lines/checkLine.ts";
import { isoCurrency } from "#lib/money/currencies.ts";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import { readFreshProducts, type FreshProduct } from "#server/catalog/freshProducts.ts";
import { readOfferedProducts } from "#server/catalog/readStoredProducts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { loadUnits } from "#server/context/loadUnits.ts";
import { blockedUntil, readRateLimit } from "#server/serviceLimits/rateLimiter.ts";
import { acquireToken } from "#server/serviceLimits/tokenBucket.ts";

export type CheckedLines = {
  lines: CheckedLine[];
  /** Until when the service accepts no calls; the products then come from the catalog. Null: they were read from the service. */
  notBefore: Instant | null;
};

/**
 * Checks every line against its product as the service offers it now, and against nothing else. While the service limits our rate,
 * the catalog is used instead: the service checks the price itself when the order is sent. Throws when the service is unreachable.
 */
export async function checkOffered(
  request: MemberRequest,
  currency: string,
  lines: readonly DraftLine[],
): Promise<CheckedLines> {
  // What is stated at this moment, by whichever instance.
  if (isoCurrency(currency) === null) await loadUnits(request.db);
  const ids = [...new Set(lines.map(({ productId }) => productId))];
  const { found, notBefore } = await readProducts(request, ids);
  const checked = lines.map((line, index) => {
    const { product, missing } = found.get(line.productId) ?? NOT_READ;
    return checkLine(line, index, currency, product, missing);
  });
  return { lines: checked, notBefore };
}

const NOT_READ: FreshProduct = { product: null, missing: "This product couldn't be read." };

async function readProducts(
  request: MemberRequest,
  ids: readonly number[],
): Promise<{ found: Map<number, FreshProduct>; notBefore: Instant | null }> {
  try {
    return { found: await readFreshProducts(request, ids), notBefore: null };
  } catch (error) {
    const notBefore = await readNotBefore(request);
    if (notBefore === null) throw error;
    return { found: await requireStored(request, ids, notBefore), notBefore };
  }
}

/** When the service may be called again; null: now, as far as is known. */
async function readNotBefore({ db, environment, clock }: MemberRequest): Promise<Instant | null> {
  const limit = await readRateLimit(db, environment);
  const token = limit.bucket === null ? null : acquireToken(limit.bucket, clock.now());
  return blockedUntil(limit, clock.now()) ?? (token?.ok === false ? token.notBefore : null);
}

/** The products as the catalog has them. Throws when one is missing. */
async function requireStored(
  request: MemberRequest,
  ids: readonly number[],
  notBefore: Instant,
): Promise<Map<number, FreshProduct>> {
  const stored = await readOfferedProducts(request, ids);
  if (ids.every((id) => stored.has(id))) {
    return new Map(ids.map((id) => [id, { product: stored.get(id) ?? null, missing: null }]));
  }
  throw new AppError(
    "too-many",
    "The service asks us to slow down, and not all of these products are in the catalog yet. Nothing was sent. Try again later.",
    { retryAfterSeconds: Math.ceil((notBefore - request.clock.now()) / SECOND) },
  );
}
