import type { Code } from "#lib/contracts/codes.ts";
import type { Product } from "#lib/contracts/product.ts";
import type { OrderReport } from "#lib/orders/lifecycle/orderReport.ts";
import type { ListContinuation } from "./listContinuation.ts";

/** A product as it was read, with the record it was read from. */
export type ProductRecord = { product: Product; raw: unknown };

export type ProductListing = ListContinuation & {
  products: ProductRecord[];
  /** Records that could not be read as products, with the reason, so that none is dropped unnoticed. */
  unreadable: { reason: string; raw: unknown }[];
  /** How many records the page had, readable or not. A page shorter than `take` is the last one, unless the service says otherwise. */
  recordCount: number;
  /** The service's own total, where it returns one. */
  total: number | null;
};

export type OrderAnswer = {
  report: OrderReport;
  /** Delivered codes, kept in memory only while the caller needs them. Never logged, never stored. */
  codes: Code[];
};
