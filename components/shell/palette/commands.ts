import type { Product } from "#lib/contracts/product.ts";
import { readReference } from "#lib/orders/references/readReference.ts";
import { paths } from "#lib/paths.ts";
import type { NavItem } from "#components/shell/navigation/navigation.ts";

/** One thing the palette can do: all of them lead to a page. */
export type Command = {
  id: string;
  href: string;
  kind: "page" | "order" | "product";
  label: string;
  detail: string;
};

/** References have a digit or a separator and no spaces, which words that people search for seldom have. */
const LIKE_REFERENCE = /^(?=.*[\d_/-])\S{3,}$/u;

/** The commands that match the typed text, the likeliest first. */
export function commandsFor(
  text: string,
  pages: readonly NavItem[],
  products: readonly Product[],
): Command[] {
  const words = text.trim().toLowerCase();
  const matching = pages.filter((page) => page.label.toLowerCase().includes(words)).map(toPage);
  const reference = readReference(text);
  if (reference === null) return matching;
  const order: Command = {
    id: "order",
    href: paths.order(reference),
    kind: "order",
    label: reference,
    detail: "Find order",
  };
  const found = products.map(toProduct);
  return LIKE_REFERENCE.test(reference) ? [order, ...matching, ...found] : [...matching, ...found, order];
}

function toPage(page: NavItem): Command {
  return { id: `page-${page.id}`, href: page.href, kind: "page", label: page.label, detail: "Page" };
}

function toProduct(product: Product): Command {
  const query = new URLSearchParams({ q: product.name, product: String(product.id) });
  const detail = [product.currencyCode, product.countryCode, `Product ${product.id}`]
    .filter(Boolean)
    .join(" · ");
  return {
    id: `product-${product.id}`,
    href: paths.catalog(query.toString()),
    kind: "product",
    label: product.name,
    detail,
  };
}
