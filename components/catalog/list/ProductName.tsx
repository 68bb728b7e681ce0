import { namePartsOf } from "#lib/catalog/nameParts.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { NameWithEnd } from "#components/orderSummary/NameWithEnd.tsx";

/**
 * The name of a product in a list with columns for its country and price. What these say too takes no room, except
 * where the columns are hidden.
 */
export function ProductName({
  product,
}: {
  product: Pick<Product, "name" | "countryCode" | "denomination">;
}) {
  const { name } = product;
  const parts = namePartsOf(product);
  const show = (from: number, to: number) =>
    parts.map((part) => {
      const text = name.slice(Math.max(from, part.from), Math.min(to, part.to));
      if (text === "" || !part.isRepeated) return text;
      return (
        // Still part of the name for whoever listens or copies; inline, so that no space comes before a comma.
        <span key={part.from} className="min-[48rem]:text-[0px]">
          {text}
        </span>
      );
    });
  return <NameWithEnd name={name} show={show} />;
}
