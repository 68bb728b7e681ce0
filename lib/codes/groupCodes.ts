import type { Code, CodeGroup, ShownCode } from "#lib/contracts/codes/codes.ts";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import { inColumnOrder } from "./fieldRoles.ts";

export type GroupedCodes = { groups: CodeGroup[]; codes: ShownCode[] };
type Building = { productId: number | null; codes: Code[]; fields: Set<string> };

/**
 * Groups delivered codes by product, in the order in which products first appear, and within a product in the service's order. A
 * code without a product belongs to the order's product if the order has only one.
 */
export function groupCodes(
  codes: readonly Code[],
  order: { lines: readonly OrderLine[]; currency: string | null },
): GroupedCodes {
  const products = new Set(order.lines.map(({ productId }) => productId));
  const [only] = products;
  const fallback = products.size === 1 && only !== undefined ? only : null;
  const byProduct = new Map<number | null, Building>();
  for (const code of codes) {
    const productId = code.productId ?? fallback;
    const group = byProduct.get(productId) ?? { productId, codes: [], fields: new Set<string>() };
    byProduct.set(productId, group);
    group.codes.push(code);
    for (const name of Object.keys(code.fields)) group.fields.add(name);
  }
  const groups: CodeGroup[] = [];
  const shown: ShownCode[] = [];
  for (const { productId, codes: own, fields } of byProduct.values()) {
    const lines = order.lines.filter((line) => line.productId === productId);
    groups.push({
      productId,
      productName: lines.find(({ productName }) => productName !== null)?.productName ?? null,
      amounts: amountsOf(lines),
      currency: order.currency,
      first: shown.length + 1,
      count: own.length,
      fields: inColumnOrder([...fields]),
    });
    for (const { index, fields: values } of own) {
      shown.push({ productId, index, fields: values, number: shown.length + 1 });
    }
  }
  return { groups, codes: shown };
}

/** The prices of a product's lines; none if one of them is unknown, because then nothing is certain. */
function amountsOf(lines: readonly OrderLine[]): number[] {
  const prices = lines.map(({ price }) => price);
  if (prices.some((price) => price === null)) return [];
  return [...new Set(prices.filter((price) => price !== null))].toSorted((one, other) => one - other);
}

/** The group that a code number belongs to. */
export function groupOf(groups: readonly CodeGroup[], number: number): CodeGroup | undefined {
  return groups.find(({ first, count }) => number >= first && number < first + count);
}

/** What a group is called. */
export function groupName({ productId, productName }: Pick<CodeGroup, "productId" | "productName">): string {
  return productName ?? (productId === null ? "Product not stated by the service" : `Product ${productId}`);
}
