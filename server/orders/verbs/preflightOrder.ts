import "server-only";
import type { DraftLine, PreflightRequest, PreflightResult } from "#lib/contracts/placeOrder.ts";
import type { Product } from "#lib/contracts/product.ts";
import { checkLine, type CheckedLine } from "#lib/orders/lines/checkLines.ts";
import { sumMinor } from "#lib/money/minorUnits.ts";
import { readProduct } from "#server/catalog/readProduct.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { DeskError, isDeskError } from "#server/context/errors.ts";
import { findTypedCode } from "#server/orders/ledger/findTypedCode.ts";

/** How many products are read from the service at a time. */
const AT_ONCE = 6;

/** Checks a draft against fresh products (docs/service-interface.md §4.4). No side effect. */
export async function preflightOrder(
  request: DeskRequest,
  input: PreflightRequest,
): Promise<PreflightResult> {
  requirePermission(request, "orders.place");
  const [lines, existing] = await Promise.all([
    checkFresh(request, input.currency, input.lines),
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
  return {
    ok: problems.length === 0 && orderProblems.length === 0,
    currency: input.currency,
    lines: lines.map(({ problem: _problem, ...line }) => line),
    price,
    problems,
    orderProblems,
    existingReference: existing?.reference ?? null,
  };
}

/** Every line against its product as the service has it now. Throws when the service cannot be asked. */
export async function checkFresh(
  request: DeskRequest,
  currency: string,
  lines: readonly DraftLine[],
): Promise<CheckedLine[]> {
  const ids = [...new Set(lines.map(({ productId }) => productId))];
  const fresh = new Map<number, { product: Product | null; missing: string | null }>();
  const next = ids.values();
  const reader = async (): Promise<void> => {
    for (const id of next) fresh.set(id, await readFresh(request, id));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, reader));
  return lines.map((line, index) => {
    const found = fresh.get(line.productId);
    return checkLine(
      line,
      index,
      currency,
      found?.product ?? null,
      found?.missing ?? "This product was not read.",
    );
  });
}

async function readFresh(
  request: DeskRequest,
  productId: number,
): Promise<{ product: Product | null; missing: string | null }> {
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
