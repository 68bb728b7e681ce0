import "server-only";
import type { DraftLine, PreflightRequest, PreflightResult } from "#lib/contracts/placeOrder.ts";
import { checkLine, type CheckedLine } from "#lib/orders/lines/checkLines.ts";
import { describeOtherDecimals } from "#lib/orders/lines/currencyProblem.ts";
import { isoCurrency, spellCurrency } from "#lib/money/currencies.ts";
import { sumMinor } from "#lib/money/minorUnits.ts";
import { readFreshProducts, type FreshProduct } from "#server/catalog/freshProducts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { AppError, isAppError } from "#server/context/errors.ts";
import { SECOND, toIso, type Instant } from "#lib/time/instant.ts";
import { readOfferedProducts } from "#server/catalog/readStoredProducts.ts";
import { originOfDraft } from "#server/orders/drafts/draftRow.ts";
import { findSameOrder } from "#server/orders/ledger/findSameOrder.ts";
import { findTypedCode, type TypedCode } from "#server/orders/ledger/findTypedCode.ts";
import { sumInFlight } from "#server/orders/ledger/sumInFlight.ts";
import { readExceeded } from "#server/orders/limits/decideOnLimits.ts";
import { loadUnits } from "#server/context/loadUnits.ts";
import { blockedUntil, readRateLimit } from "#server/serviceState/rateLimiter.ts";
import { acquireToken } from "#server/serviceState/tokenBucket.ts";

const FREE: TypedCode = { is: "free" };

/** Checks a draft against fresh products (docs/service-interface.md §4.4). Has no side effects. */
export async function preflightOrder(
  request: MemberRequest,
  given: PreflightRequest,
): Promise<PreflightResult> {
  const input = { ...given, currency: spellCurrency(given.currency) };
  requirePermission(request, "orders.place");
  const [{ lines, notBefore }, code, inFlight, origin] = await Promise.all([
    checkLines(request, input.currency, input.lines),
    input.externalOrderCode === undefined ? FREE : lookUpCode(request, input.externalOrderCode),
    sumInFlight(request, input.currency),
    input.draftId === undefined ? null : originOfDraft(request, input.draftId),
  ]);
  const isDelayed = notBefore !== null || code.is === "unknown";
  const problems = lines.flatMap(({ problem }) => problem ?? []);
  const totals = lines.map(({ total }) => total);
  const price = totals.every((total) => total !== null) ? sumMinor(totals) : null;
  const otherDecimals = describeOtherDecimals(input.currency, input.decimals);
  const orderProblems = [
    ...(otherDecimals === null ? [] : [otherDecimals]),
    ...("message" in code ? [code.message] : []),
    ...(price === null && problems.length === 0
      ? ["The total is too large to calculate exactly. Split the order."]
      : []),
  ];
  const known = lines.flatMap((line) => (line.price === null ? [] : { ...line, price: line.price }));
  const { currency } = input;
  const [recentOrder, overLimit] =
    price === null
      ? [null, null]
      : await Promise.all([
          findSameOrder(request.db, request, { currency, lines: known, origin }),
          readExceeded(request, { currency, price, at: request.clock.now() }),
        ]);
  return {
    ok: problems.length === 0 && orderProblems.length === 0,
    currency: input.currency,
    lines: lines.map(({ problem: _problem, ...line }) => line),
    price,
    problems,
    orderProblems,
    existingReference: code.is === "taken" ? code.reference : null,
    recentOrder,
    overLimit,
    inFlight,
    slowedDownUntil: isDelayed ? toIso(notBefore ?? request.clock.now()) : null,
  };
}

/** Whoever has looked up too many of them learns when they order: a draft is checked with every change. */
async function lookUpCode(request: MemberRequest, code: string): Promise<TypedCode> {
  try {
    return await findTypedCode(request, code);
  } catch (error) {
    if (isAppError(error) && error.kind === "too-many") return { is: "unknown" };
    throw error;
  }
}

export type CheckedLines = {
  lines: CheckedLine[];
  /** Until when the service accepts no calls; the products then come from the catalog. Null: they were read from the service. */
  notBefore: Instant | null;
};

/**
 * Checks every line against its current product from the service. While the service limits our rate, the catalog is used instead:
 * the service checks the price itself when the order is sent. Throws when the service is unreachable.
 */
export async function checkLines(
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
