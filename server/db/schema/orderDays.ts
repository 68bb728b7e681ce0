import { bigint, date, integer, numeric, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";

/**
 * How many orders were confirmed on each day (UTC), what they cost and how many codes were delivered for them, by currency and
 * state (docs/decisions/0018-figures-are-kept-by-increments.md). Exact at any moment, together with `order_day_changes`.
 */
export const orderDays = pgTable(
  "order_days",
  {
    environment: text().$type<Environment>().notNull(),
    day: date().notNull(),
    /** Empty if the order has none. */
    currency: text().notNull(),
    state: text().$type<OrderState>().notNull(),
    orders: bigint({ mode: "number" }).notNull(),
    /** In minor units; the sum may exceed the range of an integer. */
    price: numeric().notNull(),
    delivered: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.day, table.currency, table.state] })],
);

/** How long the orders of a day took until their codes arrived, in classes 10 % wide (`order_wait` in the migrations). */
export const orderWaits = pgTable(
  "order_waits",
  {
    environment: text().$type<Environment>().notNull(),
    day: date().notNull(),
    wait: smallint().notNull(),
    orders: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.day, table.wait] })],
);

/**
 * What has changed since the figures above were last updated. A trigger of `orders` only adds rows, so that writers of orders
 * never wait for each other.
 */
export const orderDayChanges = pgTable("order_day_changes", {
  environment: text().$type<Environment>().notNull(),
  day: date().notNull(),
  currency: text().notNull(),
  state: text().$type<OrderState>().notNull(),
  wait: smallint(),
  /** 1 for the order as it is now, -1 for the order as it was before. */
  orders: integer().notNull(),
  price: bigint({ mode: "number" }).notNull(),
  delivered: integer().notNull(),
});
