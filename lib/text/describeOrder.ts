import { counted } from "./counts.ts";
import { isolated } from "./isolated.ts";

export type OrderContent = {
  /** How many codes were ordered, as far as the service or the lines say so. */
  ordered: number | null;
  quantity: number | null;
  productCount: number;
  firstProductName: string | null;
};

/** "16 codes: Streamly + 1 other product". The number comes first, because long names are cut off. */
export function describeOrder(order: OrderContent): string {
  const codes = order.ordered ?? order.quantity;
  const name = order.firstProductName === null ? "products unknown" : isolated(order.firstProductName);
  const first = codes === null ? name : `${counted(codes, "code", "codes")}: ${name}`;
  const others = otherProducts(order);
  return others === "" ? first : `${first} ${others}`;
}

/** The end of that text: "+ 1 other product", or empty if there is none. */
export function otherProducts({ productCount }: OrderContent): string {
  return productCount > 1 ? `+ ${counted(productCount - 1, "other product", "other products")}` : "";
}
