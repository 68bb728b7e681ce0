import type { Page } from "#sandbox/catalog/list.ts";
import type { CatalogProduct } from "#sandbox/catalog/types.ts";
import type { Dialect } from "./names.ts";

/** The answer to GET /catalog/products (docs/service-interface.md §4.2); hostile records stand in it as they are. */
export function listBody(
  dialect: Dialect,
  { items, hostile, total }: Page,
  skip: number,
  take: number,
): unknown {
  const products = [...hostile, ...items.map((item) => productBody(dialect, item))];
  switch (dialect) {
    case "array":
    case "bare":
      return products;
    case "nested":
      return { status: "ok", data: { products, count: total } };
    case "epoch":
      return { results: products };
    case "strings":
      return { catalog: { entries: products }, totalCount: total };
    case "grouped":
      return { products, pagination: { skip, take } };
    case "detailed":
      return { page: { size: take, totalElements: total }, content: products };
    case "frugal":
      return { data: products, meta: { total, skip, take } };
    case "plain":
      return { items: products, total, skip, take };
  }
}

/** The answer to GET /catalog/products/{productId} (docs/service-interface.md §4.3). */
export function singleBody(dialect: Dialect, product: CatalogProduct): unknown {
  return wrapped(dialect, productBody(dialect, product));
}

/** The same around a hostile record. */
export function wrapped(dialect: Dialect, body: unknown): unknown {
  if (dialect === "nested") return { status: "ok", data: body };
  return dialect === "grouped" ? { product: body } : body;
}

/** One product (docs/service-interface.md §2.1). */
function productBody(dialect: Dialect, product: CatalogProduct): unknown {
  const { brand, category, language, tags, denominationType, ...rest } = product;
  const type = denominationType === "open" ? { denominationType } : {};
  switch (dialect) {
    case "array":
      return { ...rest, denominationType, brand: [brand], category: [category], languages: [language], tags };
    case "nested":
      return {
        ...rest,
        ...type,
        brand: { id: brand.length, name: brand },
        category: { name: category },
        language: { code: language, name: language },
        tags: tags.map((name) => ({ name })),
      };
    case "epoch":
      return {
        ...rest,
        denominationType,
        brand: { title: brand },
        categories: [{ title: category }],
        language,
        tags,
      };
    case "strings":
      return {
        ...rest,
        denominationType: denominationType === "open" ? "open" : "FIXED",
        brand,
        category,
        language,
        tags,
      };
    case "bare":
      return { ...rest, ...type };
    case "detailed":
    case "frugal":
    case "grouped":
    case "plain":
      return { ...rest, denominationType, brand, category, language, tags };
  }
}
