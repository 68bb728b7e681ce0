import { counted } from "./counts.ts";

export type OrderContent = {
  /** How many codes were ordered, as far as the service or the lines say so. */
  ordered: number | null;
  quantity: number | null;
  productCount: number;
  firstProductName: string | null;
};

/** "16 codes: Streamly + 1 other product". The number comes first, because long names are cut off. */
export function describeOrder({ ordered, quantity, productCount, firstProductName }: OrderContent): string {
  const codes = ordered ?? quantity;
  const name = firstProductName ?? "products unknown";
  const others = productCount > 1 ? ` + ${counted(productCount - 1, "other product", "other products")}` : "";
  return codes === null ? `${name}${others}` : `${counted(codes, "code", "codes")}: ${name}${others}`;
}
