import type { CatalogProduct } from "../catalog/types.ts";
import type { Dialect } from "./names.ts";

/** The answer to GET /catalog/products (4.2). */
export function listBody(
  dialect: Dialect,
  items: CatalogProduct[],
  total: number,
  skip: number,
  take: number,
): unknown {
  const products = items.map((item) => productBody(dialect, item));
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
    case "plain":
      return { items: products, total, skip, take };
  }
}

/** The answer to GET /catalog/products/{productId} (4.3). */
export function singleBody(dialect: Dialect, product: CatalogProduct): unknown {
  const body = productBody(dialect, product);
  if (dialect === "nested") return { status: "ok", data: body };
  return dialect === "grouped" ? { product: body } : body;
}

/** One product (2.1). */
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
    case "grouped":
    case "plain":
      return { ...rest, denominationType, brand, category, language, tags };
  }
}
