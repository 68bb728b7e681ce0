import { bigint, date, integer, numeric, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderState } from "#lib/contracts/orderState.ts";

/**
 * How many orders were confirmed on each day (UTC), what they cost and how many codes they brought, by currency and state
 * (docs/decisions/0018-figures-are-kept-by-increments.md). Together with `order_day_changes` it is exact at any moment.
 */
export const orderDays = pgTable(
  "order_days",
  {
    environment: text().$type<Environment>().notNull(),
    day: date().notNull(),
    /** Empty where the order has none. */
    currency: text().notNull(),
    state: text().$type<OrderState>().notNull(),
    orders: bigint({ mode: "number" }).notNull(),
    /** In minor units; more than an integer holds, if somebody makes it so. */
    price: numeric().notNull(),
    delivered: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.day, table.currency, table.state] })],
);

/** How long orders of a day took until their codes were there, in classes that are 10 % wide (`order_wait` in the migrations). */
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
 * What has changed since the figures above were last brought up to date: rows are only added, by a trigger of `orders`, so that no
 * writer of an order ever waits for another one.
 */
export const orderDayChanges = pgTable("order_day_changes", {
  environment: text().$type<Environment>().notNull(),
  day: date().notNull(),
  currency: text().notNull(),
  state: text().$type<OrderState>().notNull(),
  wait: smallint(),
  /** 1 for what an order is now, -1 for what it was before. */
  orders: integer().notNull(),
  price: bigint({ mode: "number" }).notNull(),
  delivered: integer().notNull(),
});
