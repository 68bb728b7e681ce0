import type { LineProblem } from "#lib/contracts/problem.ts";

/**
 * The lines that a message of the service is about: those with the product that it begins with ("Product {id} …"), or that it
 * names after "Price for product" (docs/service-interface.md §7, rule 2 and §10.9). `Product 12` is not `Product 123`, and
 * several lines can have the same product. Empty: the message is about the order as a whole.
 */
export function attachMessage(message: string, lines: readonly { productId: number }[]): LineProblem[] {
  const id = productIn(message);
  return lines.flatMap(({ productId }, index) =>
    String(productId) === id ? [{ index, productId, message }] : [],
  );
}

/** The product that a message is about, as its digits; null if it is about the order as a whole. */
export function productIn(message: string): string | null {
  return /^(?:Product|Price for product) (\d+)(?!\d)/.exec(message)?.[1] ?? null;
}
