import { sql } from "drizzle-orm";
import { bigint, date, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";

/**
 * The codes of one order and product, by what has happened to them, as the order was last counted
 * (docs/decisions/0031-stock-is-recounted-order-by-order.md).
 */
export const orderStock = pgTable(
  "order_stock",
  {
    /** Not a foreign key: checking it would make a count wait for whoever works on the order. */
    orderRow: uuid().notNull(),
    environment: text().$type<Environment>().notNull(),
    /** Null: codes whose product is not known. */
    productId: bigint({ mode: "number" }),
    productName: text(),
    delivered: integer().notNull(),
    untouched: integer().notNull(),
    revealed: integer().notNull(),
    exported: integer().notNull(),
    handedOut: integer().notNull(),
    disputed: integer().notNull(),
    expired: integer().notNull(),
    /** The first day after which codes that are left cannot be redeemed any more. From then on the order is counted anew. */
    nextExpiry: date(),
  },
  (table) => [
    unique("order_stock_product").on(table.orderRow, table.productId).nullsNotDistinct(),
    index("order_stock_expiry")
      .on(table.nextExpiry)
      .where(sql`${table.nextExpiry} is not null`),
  ],
);

/** The sums of `order_stock` by product. */
export const productStock = pgTable(
  "product_stock",
  {
    environment: text().$type<Environment>().notNull(),
    productId: bigint({ mode: "number" }),
    productName: text(),
    delivered: bigint({ mode: "number" }).notNull(),
    untouched: bigint({ mode: "number" }).notNull(),
    revealed: bigint({ mode: "number" }).notNull(),
    exported: bigint({ mode: "number" }).notNull(),
    handedOut: bigint({ mode: "number" }).notNull(),
    disputed: bigint({ mode: "number" }).notNull(),
    expired: bigint({ mode: "number" }).notNull(),
  },
  (table) => [unique("product_stock_product").on(table.environment, table.productId).nullsNotDistinct()],
);

/** The orders with codes to which something has happened since they were counted. Triggers only add rows, so that no writer waits for another. */
export const stockTouched = pgTable("stock_touched", { orderRow: uuid().notNull() });
