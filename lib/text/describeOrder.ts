import { counted } from "./counts.ts";

export type OrderContent = {
  /** How many codes were ordered, as far as the service or the lines say so. */
  ordered: number | null;
  quantity: number | null;
  productCount: number;
  firstProductName: string | null;
};

/** "16 codes: Streamly + 1 other product". The number comes first, because long names are cut off. */
export function describeOrder(order: OrderContent): string {
  const { first, others } = describeInParts(order);
  return others === "" ? first : `${first} ${others}`;
}

/** The same in two parts: "16 codes: Streamly" and "+ 1 other product", which is empty if there is none. */
export function describeInParts({ ordered, quantity, productCount, firstProductName }: OrderContent): {
  first: string;
  others: string;
} {
  const codes = ordered ?? quantity;
  const name = firstProductName ?? "products unknown";
  return {
    first: codes === null ? name : `${counted(codes, "code", "codes")}: ${name}`,
    others: productCount > 1 ? `+ ${counted(productCount - 1, "other product", "other products")}` : "",
  };
}
