import "server-only";
import type { TemplateContent } from "#lib/contracts/orders/orderTemplates.ts";
import { parseTags } from "#lib/contracts/orders/orderTags.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import type { Ceiling, ScheduleContent, ScheduleLine } from "#lib/contracts/orders/schedules.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { checkDraftLine } from "#lib/orders/drafts/draftLine.ts";
import { highestPrice } from "#lib/orders/schedules/highestPrice.ts";
import { spellCurrency } from "#lib/money/currencies.ts";
import { readStoredProducts } from "#server/catalog/readStoredProducts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";

/**
 * What a schedule orders, of the lines of a template or draft with the prices of the catalog now.
 * @throws AppError `validation` with the problems of the lines, or for lines in more than one currency.
 */
export async function scheduledLines(
  request: MemberRequest,
  { lines: typed, note, purchaseOrder, tags = "" }: TemplateContent,
  ceiling: Ceiling,
): Promise<ScheduleContent> {
  const { currency, lines } = await checkLines(
    request,
    typed.map((line, index) => ({ line, ceiling, index })),
  );
  return { currency, lines: [...lines.values()], note, purchaseOrder, tags: parseTags(tags) };
}

/** A line as it is typed, with its place among all lines. */
export type CeilingedLine = { line: TemplateContent["lines"][number]; ceiling: Ceiling; index: number };

/**
 * The lines of a schedule with the prices of the catalog now, by their places, and their currency.
 * @throws AppError as `scheduledLines`.
 */
export async function checkLines(
  request: MemberRequest,
  asked: readonly CeilingedLine[],
): Promise<{ currency: string; lines: Map<number, ScheduleLine> }> {
  const ids = [...new Set(asked.map(({ line }) => line.productId))];
  const stored = await readStoredProducts(request, ids);
  const products = new Map(stored.map(({ product, retired }) => [product.id, { ...product, retired }]));
  const problems: LineProblem[] = [];
  const lines = new Map<number, ScheduleLine>();
  for (const { line, ceiling, index } of asked) {
    const verdict = checkDraftLine(line, products.get(line.productId) ?? null);
    const { product, price, quantity, countryCode } = verdict;
    const [problem] = Object.values(verdict.problems);
    if (problem !== undefined) problems.push({ index, productId: line.productId, message: problem });
    else if (product !== null && price !== null && quantity !== null)
      lines.set(index, scheduleLine(product, { price, quantity, countryCode }, ceiling));
  }
  if (problems.length > 0) {
    const message = "Some lines can't be ordered as they are. Correct them first.";
    throw new AppError("validation", message, { lines: problems });
  }
  return { currency: onlyCurrency([...products.values()]), lines };
}

function onlyCurrency(products: readonly Pick<Product, "currencyCode">[]): string {
  const currencies = new Set(products.map(({ currencyCode }) => spellCurrency(currencyCode ?? "")));
  const [currency = ""] = currencies;
  if (currencies.size === 1) return currency;
  throw new AppError(
    "validation",
    `These lines are in ${currencies.size} currencies (${[...currencies].join(", ")}). Make a schedule for each: an order has one currency.`,
  );
}

function scheduleLine(
  { id, name, denomination }: Product,
  { price, quantity, countryCode }: { price: number; quantity: number; countryCode: string | null },
  ceiling: Ceiling,
): ScheduleLine {
  const isOpen = denomination === "open";
  return {
    productId: id,
    productName: name,
    quantity,
    countryCode,
    amount: isOpen ? price : null,
    priceThen: price,
    ceiling: isOpen ? "as-now" : ceiling,
    maxPrice: isOpen ? price : highestPrice(price, ceiling),
  };
}

/** The same lines with other ceilings: of the prices when they were scheduled. */
export function withCeiling(content: ScheduleContent, ceiling: Ceiling): ScheduleContent {
  return { ...content, lines: content.lines.map((line) => lineWithCeiling(line, ceiling)) };
}

/** An amount that the owner has chosen has no other ceiling. */
export function lineWithCeiling(line: ScheduleLine, ceiling: Ceiling): ScheduleLine {
  if (line.amount !== null) return line;
  return { ...line, ceiling, maxPrice: highestPrice(line.priceThen, ceiling) };
}
