import type { Page } from "@playwright/test";

/** The product with this name, as the page's member finds it. */
export async function productNamed({ request }: Page, name: string): Promise<{ id: number; price: number }> {
  const found = await request.get(`/api/catalog/products?q=${encodeURIComponent(name)}`);
  const { items }: { items: { id: number; price: number; name: string }[] } = await found.json();
  const [product] = items.filter((each) => each.name === name);
  if (product === undefined) throw new Error(`There is no product ${name}`);
  return product;
}
