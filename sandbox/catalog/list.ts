import { CHOICES } from "#sandbox/interface/choices.ts";
import { productAt } from "./changing.ts";
import { endlessProduct } from "./generate.ts";
import { HOSTILE } from "./hostile.ts";
import type { CatalogName } from "./names.ts";
import type { CatalogProduct } from "./types.ts";

type FilterName = (typeof CHOICES.filterNames)[number];
export type Filters = Partial<Record<FilterName, string[]>>;
export type Page = {
  /** Records of the hostile catalog, as they are; they come first. */
  hostile: unknown[];
  items: CatalogProduct[];
  total: number;
};

/** How many filtered views are cached, so that paging through one does not filter the catalog again for each page. */
const CACHED_VIEWS = 64;

/** The partner's active catalog in its listing order; which of the catalogs it is can change while the program runs. */
export class Listing {
  #products: readonly CatalogProduct[];
  #views = new Map<string, readonly CatalogProduct[]>();

  constructor(products: readonly CatalogProduct[]) {
    this.#products = products;
  }

  /** One page, at a moment, of the products that match every given filter; values of one filter are alternatives. */
  page(catalog: CatalogName, filters: Filters, skip: number, take: number, now: number): Page {
    const matching = this.#view(filters);
    const usual = (from: number, count: number) => matching.slice(from, from + count);
    switch (catalog) {
      case "usual":
        return { hostile: [], items: usual(skip, take), total: matching.length };
      case "hostile": {
        // Whether they match a filter is undefined.
        const records = Object.keys(filters).length > 0 ? [] : HOSTILE.map(({ record }) => record);
        const hostile = records.slice(skip, skip + take);
        const items = usual(Math.max(0, skip - records.length), take - hostile.length);
        return { hostile, items, total: records.length + matching.length };
      }
      case "repeating":
        return { hostile: [], items: usual(0, take), total: skip + 2 * take };
      case "endless": {
        const items = Array.from({ length: take }, (_, at) => endlessProduct(skip + at));
        return { hostile: [], items, total: skip + 2 * take };
      }
      case "changing": {
        const offered = matching.flatMap((product) => productAt(product, now) ?? []);
        return { hostile: [], items: offered.slice(skip, skip + take), total: offered.length };
      }
    }
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
    if (this.#views.size >= CACHED_VIEWS && oldest.done !== true) this.#views.delete(oldest.value);
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
