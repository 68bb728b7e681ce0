import type { OtherOrder } from "#lib/contracts/orders/otherOrder.ts";
import { isSameCurrency } from "#lib/money/currencies.ts";
import { counted } from "#lib/text/counts.ts";
import { quantityByProduct } from "#lib/orders/lines/quantityByProduct.ts";
import { placedQuantity, type OrderRecord } from "./orderRecord.ts";
import { MOST_REPORTED_LINES, type OrderReport } from "./orderReport.ts";

type Difference = OtherOrder["differences"][number];
type Intent = Pick<OrderRecord, "origin" | "lines" | "price" | "currency" | "otherOrder">;

/**
 * In what an answer differs from what was confirmed, in everything that it tells: total, currency, products, quantities, unit prices,
 * and the number and products of its codes. Another system may have placed an order under the same reference, with which the service
 * answers (docs/service-interface.md §10.2). Without what a person has accepted before, by its key.
 */
export function differencesFromIntent(record: Intent, report: OrderReport): Difference[] {
  if (record.origin !== "placed") return [];
  const accepted = new Set(
    record.otherOrder?.acceptedAt == null ? [] : record.otherOrder.differences.map(({ key }) => key),
  );
  const all = [
    ...moneyDifferences(record, report),
    ...lineDifferences(record, report),
    ...codeDifferences(record, report),
  ];
  return all.filter(
    ({ key }, index) => !accepted.has(key) && all.findIndex((other) => other.key === key) === index,
  );
}

function moneyDifferences(record: Intent, report: OrderReport): Difference[] {
  const total = isKnownAndNot(report.price, record.price);
  const isCurrencyKnown = report.currency !== null && record.currency !== null;
  const currency = isCurrencyKnown && !isSameCurrency(report.currency, record.currency);
  return [
    ...(total
      ? [{ key: "total", text: "The service's total for this order is not the one that was confirmed." }]
      : []),
    ...(currency
      ? [
          {
            key: "currency",
            text: "The service's currency for this order is not the one that was confirmed.",
          },
        ]
      : []),
  ];
}

function isKnownAndNot(told: number | null, own: number | null): boolean {
  return told !== null && own !== null && told !== own;
}

const notOrdered = (productId: number): Difference => ({
  key: `product ${productId}`,
  text: `Product ${productId} was not ordered.`,
});

function lineDifferences(record: Intent, report: OrderReport): Difference[] {
  const told = report.lines.flatMap((line) => {
    const productId = line.productId ?? onlyProduct(record);
    return productId === null ? [] : [{ ...line, productId }];
  });
  const ordered = quantityByProduct(record.lines);
  const byProduct = Map.groupBy(told, ({ productId }) => productId);
  return [
    ...[...byProduct].flatMap(([productId, lines]) => productDifferences(record, report, productId, lines)),
    ...(listsWholeOrder(report) && told.length === report.lines.length
      ? [...ordered.keys()].flatMap((productId) => (byProduct.has(productId) ? [] : [notListed(productId)]))
      : []),
  ];
}

const notListed = (productId: number): Difference => ({
  key: `missing ${productId}`,
  text: `Product ${productId} was ordered, and is not in the service's order.`,
});

/** A delivery may list only what was delivered so far; before it, the lines are those of the order. */
function listsWholeOrder({ lines, codeCount, delivered, outcome }: OrderReport): boolean {
  const isBefore = outcome === "processing" || outcome === "unrecognised";
  return isBefore && lines.length > 0 && lines.length < MOST_REPORTED_LINES && codeCount === 0 && !delivered;
}

function onlyProduct({ lines }: Intent): number | null {
  const [first, ...others] = new Set(lines.map(({ productId }) => productId));
  return others.length === 0 ? (first ?? null) : null;
}

type ToldLine = { quantity: number | null; price: number | null };

function productDifferences(
  record: Intent,
  report: OrderReport,
  productId: number,
  told: readonly ToldLine[],
): Difference[] {
  const own = record.lines.filter((line) => line.productId === productId);
  if (own.length === 0) return record.lines.length === 0 ? [] : [notOrdered(productId)];
  const prices = new Set(own.flatMap(({ price, quantity }) => [price, totalOf(price, quantity)]));
  const isPriced = told.every(({ price, quantity }) => {
    if (price === null || prices.has(null)) return true;
    // Some services write what the line costs, for its own quantity.
    return prices.has(price) || own.some((line) => totalOf(line.price, quantity) === price);
  });
  return [
    ...(isPriced
      ? []
      : [
          {
            key: `price ${productId}`,
            text: `The service's unit price of product ${productId} is not the one that was confirmed.`,
          },
        ]),
    ...quantityDifferences(quantityByProduct(record.lines).get(productId), report, productId, told),
  ];
}

function totalOf(price: number | null, quantity: number | null): number | null {
  return price === null || quantity === null ? null : price * quantity;
}

function quantityDifferences(
  ordered: number | undefined,
  report: OrderReport,
  productId: number,
  told: readonly ToldLine[],
): Difference[] {
  const quantities = told.flatMap(({ quantity }) => quantity ?? []);
  if (ordered === undefined || quantities.length < told.length) return [];
  const sum = quantities.reduce((all, quantity) => all + quantity, 0);
  // An entry for each code may repeat the whole quantity.
  const isRepeated = quantities.every((quantity) => quantity === ordered);
  const isFewer = sum > 0 && sum < ordered && listsWholeOrder(report);
  if (isRepeated || (sum <= ordered && !isFewer)) return [];
  const text = `The service's quantity of product ${productId} is ${sum}, not ${ordered}.`;
  return [{ key: `product ${productId}`, text }];
}

function codeDifferences(record: Intent, report: OrderReport): Difference[] {
  const wanted = placedQuantity(record);
  const ordered = quantityByProduct(record.lines);
  const foreign = report.codesByProduct.flatMap(({ productId, count }) => {
    if (productId === null || record.lines.length === 0) return [];
    const own = ordered.get(productId);
    if (own === undefined) return ordered.size === 0 ? [] : [notOrdered(productId)];
    if (count <= own) return [];
    const text = `The service shows ${counted(count, "code", "codes")} of product ${productId}, and ${own} were ordered.`;
    return [{ key: `product ${productId}`, text }];
  });
  if (wanted === null) return foreign;
  const { codeCount } = report;
  return [
    ...foreign,
    ...(codeCount > wanted
      ? [
          {
            key: "count",
            text: `The service shows ${counted(codeCount, "code", "codes")}, and ${wanted} were ordered.`,
          },
        ]
      : []),
    ...(isOtherCount(record, report, wanted)
      ? [{ key: "ordered", text: `The service reports ${report.namedOrdered} ordered codes, not ${wanted}.` }]
      : []),
  ];
}

/**
 * A number equal to the order's total counts money, and one equal to that of its lines or products counts those. Where all codes that
 * were ordered are there, it counts anything else.
 */
function isOtherCount(record: Intent, report: OrderReport, wanted: number): boolean {
  const { namedOrdered, delivered, codeCount } = report;
  if (Math.max(delivered ?? 0, codeCount) >= wanted) return false;
  const { lines } = record;
  const others = [wanted, record.price, lines.length, new Set(lines.map(({ productId }) => productId)).size];
  return namedOrdered !== null && !others.includes(namedOrdered);
}
