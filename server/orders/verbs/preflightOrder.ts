import "server-only";
import type { DraftLine, PreflightRequest, PreflightResult } from "#lib/contracts/placeOrder.ts";
import type { Product } from "#lib/contracts/product.ts";
import { checkLine, type CheckedLine } from "#lib/orders/lines/checkLines.ts";
import { sumMinor } from "#lib/money/minorUnits.ts";
import { readProduct } from "#server/catalog/readProduct.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { DeskError, isDeskError } from "#server/context/errors.ts";
import { SECOND, toIso, type Instant } from "#lib/time/instant.ts";
import { readStoredProducts } from "#server/catalog/readStoredProducts.ts";
import { findRecentOrder } from "#server/orders/ledger/findRecentOrder.ts";
import { findTypedCode } from "#server/orders/ledger/findTypedCode.ts";
import { blockedUntil, readRateLimit } from "#server/serviceState/rateLimiter.ts";
import { acquireToken } from "#server/serviceState/tokenBucket.ts";

/** How many products are read from the service at a time. */
const AT_ONCE = 6;

/** Checks a draft against fresh products (docs/service-interface.md §4.4). No side effect. */
export async function preflightOrder(
  request: DeskRequest,
  input: PreflightRequest,
): Promise<PreflightResult> {
  requirePermission(request, "orders.place");
  const [{ lines, notBefore }, existing] = await Promise.all([
    checkLines(request, input.currency, input.lines),
    input.externalOrderCode === undefined ? null : findTypedCode(request, input.externalOrderCode),
  ]);
  const problems = lines.flatMap(({ problem }) => problem ?? []);
  const totals = lines.map(({ total }) => total);
  const price = totals.every((total) => total !== null) ? sumMinor(totals) : null;
  const orderProblems = [
    ...(existing === null ? [] : [existing.message]),
    ...(price === null && problems.length === 0
      ? ["The total is too large to be exact. Split the order."]
      : []),
  ];
  const known = lines.flatMap((line) => (line.price === null ? [] : { ...line, price: line.price }));
  return {
    ok: problems.length === 0 && orderProblems.length === 0,
    currency: input.currency,
    lines: lines.map(({ problem: _problem, ...line }) => line),
    price,
    problems,
    orderProblems,
    existingReference: existing?.reference ?? null,
    recentOrder: price === null ? null : await findRecentOrder(request.db, request, input.currency, known),
    slowedDownUntil: notBefore === null ? null : toIso(notBefore),
  };
}

export type CheckedLines = {
  lines: CheckedLine[];
  /** Until when the service wants no calls: products are those of the catalog then. Null: they were read afresh. */
  notBefore: Instant | null;
};

/**
 * Checks every line against its product as the service has it now; while the service asks us to slow down, as the catalog has
 * it: what the service thinks of a price, it says itself when the order is sent. Throws when the service cannot be asked.
 */
export async function checkLines(
  request: DeskRequest,
  currency: string,
  lines: readonly DraftLine[],
): Promise<CheckedLines> {
  const ids = [...new Set(lines.map(({ productId }) => productId))];
  const { found, notBefore } = await readProducts(request, ids);
  const checked = lines.map((line, index) => {
    const { product, missing } = found.get(line.productId) ?? NOT_READ;
    return checkLine(line, index, currency, product, missing);
  });
  return { lines: checked, notBefore };
}

type Found = { product: Product | null; missing: string | null };
const NOT_READ: Found = { product: null, missing: "This product was not read." };

async function readProducts(
  request: DeskRequest,
  ids: readonly number[],
): Promise<{ found: Map<number, Found>; notBefore: Instant | null }> {
  try {
    return { found: await readAllFresh(request, ids), notBefore: null };
  } catch (error) {
    const notBefore = await readNotBefore(request);
    if (notBefore === null) throw error;
    return { found: await requireStored(request, ids, notBefore), notBefore };
  }
}

/** When the service may be called again; null: now, as far as is known. */
async function readNotBefore({ db, environment, clock }: DeskRequest): Promise<Instant | null> {
  const limit = await readRateLimit(db, environment);
  const token = limit.bucket === null ? null : acquireToken(limit.bucket, clock.now());
  return blockedUntil(limit, clock.now()) ?? (token?.ok === false ? token.notBefore : null);
}

/** The products as the catalog has them. Throws when it lacks one: only the service could tell about it. */
async function requireStored(
  request: DeskRequest,
  ids: readonly number[],
  notBefore: Instant,
): Promise<Map<number, Found>> {
  const stored = await readStoredProducts(request, ids);
  if (ids.every((id) => stored.has(id))) {
    return new Map(ids.map((id) => [id, { product: stored.get(id) ?? null, missing: null }]));
  }
  throw new DeskError(
    "too-many",
    "The service asks us to slow down, and not all of these products are in the catalog yet. Nothing was sent. Try again later.",
    { retryAfterSeconds: Math.ceil((notBefore - request.clock.now()) / SECOND) },
  );
}

async function readAllFresh(request: DeskRequest, ids: readonly number[]): Promise<Map<number, Found>> {
  const fresh = new Map<number, Found>();
  const next = ids.values();
  const reader = async (): Promise<void> => {
    for (const id of next) {
      request.signal?.throwIfAborted();
      fresh.set(id, await readFresh(request, id));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, reader));
  return fresh;
}

async function readFresh(request: DeskRequest, productId: number): Promise<Found> {
  try {
    const {
      stale,
      staleReason,
      raw: _raw,
      asOf: _asOf,
      changes: _changes,
      ...product
    } = await readProduct(request, productId);
    if (!stale) return { product, missing: null };
    throw new DeskError(
      "service-unreachable",
      `Prices cannot be checked right now, so nothing was sent. ${staleReason ?? ""} Try again in a moment.`.replace(
        "  ",
        " ",
      ),
    );
  } catch (error) {
    if (isDeskError(error) && error.kind === "not-found") return { product: null, missing: error.message };
    throw error;
  }
}
