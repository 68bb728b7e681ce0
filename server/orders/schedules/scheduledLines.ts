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
  const stored = await readStoredProducts(request, [...new Set(typed.map(({ productId }) => productId))]);
  const products = new Map(stored.map(({ product, retired }) => [product.id, { ...product, retired }]));
  const problems: LineProblem[] = [];
  const lines = typed.flatMap((line, index): ScheduleLine[] => {
    const {
      product,
      price,
      quantity,
      countryCode,
      problems: found,
    } = checkDraftLine(line, products.get(line.productId) ?? null);
    const [problem] = Object.values(found);
    if (problem !== undefined) problems.push({ index, productId: line.productId, message: problem });
    if (product === null || price === null || quantity === null || problem !== undefined) return [];
    return [scheduleLine(product, { price, quantity, countryCode }, ceiling)];
  });
  if (problems.length > 0)
    throw new AppError("validation", "Some lines can't be ordered as they are. Correct them first.", {
      lines: problems,
    });
  const currencies = new Set(
    [...products.values()].map(({ currencyCode }) => spellCurrency(currencyCode ?? "")),
  );
  const [currency = ""] = currencies;
  if (currencies.size !== 1)
    throw new AppError(
      "validation",
      `These lines are in ${currencies.size} currencies (${[...currencies].join(", ")}). Make a schedule for each: an order has one currency.`,
    );
  return { currency, lines, note, purchaseOrder, tags: parseTags(tags) };
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
  const lines = content.lines.map((line) =>
    line.amount === null ? { ...line, ceiling, maxPrice: highestPrice(line.priceThen, ceiling) } : line,
  );
  return { ...content, lines };
}
