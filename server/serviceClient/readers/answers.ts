import type { Code } from "#lib/contracts/codes/codes.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import type { OrderReport } from "#lib/orders/lifecycle/orderReport.ts";
import type { ListContinuation } from "./listContinuation.ts";

/** A product, with the record that it was read from. */
export type ProductRecord = { product: Product; raw: unknown };

export type ProductListing = ListContinuation & {
  products: ProductRecord[];
  /** Records that could not be read as products, with the reason, so that none disappears unnoticed. */
  unreadable: { reason: string; raw: unknown }[];
  /** The number of records on the page, readable or not. A page shorter than `take` is the last one, unless the service says otherwise. */
  recordCount: number;
  /** The service's own total, if it returns one. */
  total: number | null;
};

export type OrderAnswer = {
  report: OrderReport;
  /** Delivered codes, in memory only for as long as the caller needs them. Never logged, never stored. */
  codes: Code[];
  /** The names and types of an answer that says the order is delivered, but has no code that can be read. */
  codelessShape?: string;
};
