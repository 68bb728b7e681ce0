import type { Product } from "#lib/contracts/catalog/product.ts";

/** In lists, the texts of a product and the number of its values of a facet are limited; its own page shows everything. */
const TEXT_LIMIT = 300;
const VALUES_LIMIT = 20;

/** Bounds the size of a product in a list, so that a page of a hostile catalog can still be sent and rendered. */
export function clipProduct(product: Product): Product {
  const few = (values: readonly string[]) => values.slice(0, VALUES_LIMIT).map(short);
  return {
    ...product,
    name: short(product.name),
    languages: few(product.languages),
    brands: few(product.brands),
    categories: few(product.categories),
    tags: few(product.tags),
  };
}

function short(text: string): string {
  return text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}…` : text;
}
