import type { Product } from "#lib/contracts/catalog/product.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { formatCount } from "#lib/text/counts.ts";
import { faceValueOf, type FaceValue } from "./faceValue.ts";

/** `3% off €15.00`, `2.5% above €10.00`; null if the price is the face value, or that is not known. */
export function discountText(
  product: Pick<Product, "name" | "denomination" | "price" | "currencyCode">,
): string | null {
  const face = faceValueOf(product);
  if (face === null || face.tenths === 0) return null;
  return `${percentText(face)} ${formatAmount(face.minor, product.currencyCode)}`;
}

/** `3% off`, `2.5% above`. */
export function percentText({ tenths }: FaceValue): string {
  return `${formatCount(Math.abs(tenths) / 10)}% ${tenths > 0 ? "off" : "above"}`;
}
