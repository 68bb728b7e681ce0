import { CHOICES } from "../choices.ts";
import type { CatalogProduct } from "./types.ts";

type FilterName = (typeof CHOICES.filterNames)[number];
export type Filters = Partial<Record<FilterName, string[]>>;
export type Page = { items: CatalogProduct[]; total: number };

/** As many views of the catalog as are kept at a time: paging through one must not filter it anew for each page. */
const KEPT_VIEWS = 64;

/** The partner's active catalog in its listing order. It never changes while the program runs. */
export class Listing {
  #products: readonly CatalogProduct[];
  #views = new Map<string, readonly CatalogProduct[]>();

  constructor(products: readonly CatalogProduct[]) {
    this.#products = products;
  }

  /** One page of the products that match every given filter; values of one filter are alternatives. */
  page(filters: Filters, skip: number, take: number): Page {
    const matching = this.#view(filters);
    return { items: matching.slice(skip, skip + take), total: matching.length };
  }

  #view(filters: Filters): readonly CatalogProduct[] {
    const given = CHOICES.filterNames.filter((name) => filters[name] !== undefined);
    if (given.length === 0) return this.#products;
    const key = JSON.stringify(given.map((name) => [name, filters[name]]));
    const known = this.#views.get(key);
    if (known !== undefined) return known;
    const view = this.#products.filter((product) =>
      given.every((name) => valuesOf(product, name).some((value) => filters[name]?.includes(value))),
    );
    const oldest = this.#views.keys().next();
    if (this.#views.size >= KEPT_VIEWS && oldest.done !== true) this.#views.delete(oldest.value);
    this.#views.set(key, view);
    return view;
  }
}

function valuesOf(product: CatalogProduct, name: FilterName): string[] {
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
