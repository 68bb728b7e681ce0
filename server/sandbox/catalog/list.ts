import { CHOICES } from "../choices.ts";
import type { CatalogProduct } from "./types.ts";

export type Filters = Partial<Record<(typeof CHOICES.filterNames)[number], string[]>>;
export type Page = { items: CatalogProduct[]; total: number };

/** One page of the products that match every given filter; values of one filter are alternatives. */
export function listProducts(
  products: readonly CatalogProduct[],
  filters: Filters,
  skip: number,
  take: number,
): Page {
  const matching = products.filter((product) =>
    CHOICES.filterNames.every((name) => {
      const wanted = filters[name];
      return (
        wanted === undefined ||
        wanted.length === 0 ||
        valuesOf(product, name).some((value) => wanted.includes(value))
      );
    }),
  );
  return { items: matching.slice(skip, skip + take), total: matching.length };
}

function valuesOf(product: CatalogProduct, name: (typeof CHOICES.filterNames)[number]): string[] {
  switch (name) {
    case "country":
      return [product.countryCode];
    case "language":
      return [product.language];
    case "brand":
      return [product.brand];
    case "category":
      return [product.category];
    case "tag":
      return product.tags;
  }
}
