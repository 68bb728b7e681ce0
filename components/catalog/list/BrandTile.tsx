import type { Product } from "#lib/contracts/catalog/product.ts";
import { Avatar } from "#components/ui/display/Avatar.tsx";

/** The initials of a product's first brand, or of its name, in the brand's colour. */
export function BrandTile({
  product: { brands, name },
  className,
}: {
  product: Pick<Product, "brands" | "name">;
  className?: string;
}) {
  return <Avatar square name={brands[0]?.trim() || name} className={className} />;
}
