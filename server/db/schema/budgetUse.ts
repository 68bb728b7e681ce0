import { boolean, date, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";

const counted = {
  budgetId: uuid().notNull(),
  /** As budgets compare them; empty if the order has none. */
  currency: text().notNull(),
  state: text().$type<OrderState>().notNull(),
  /** The order has a next action, such as a poll that may find it after all. */
  isDue: boolean().notNull(),
};

/**
 * What the orders of a budget cost, by the day and by the month (UTC) in which they were confirmed
 * (docs/decisions/0018-figures-are-kept-by-increments.md). Exact at any moment, together with `budget_use_changes`.
 */
export const budgetUse = pgTable(
  "budget_use",
  {
    ...counted,
    /** Calendar periods are read by months, fixed days by days. */
    grain: text().$type<"day" | "month">().notNull(),
    startsOn: date().notNull(),
    /** In minor units; the sum may exceed the range of an integer. */
    price: numeric().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.budgetId, table.grain, table.currency, table.startsOn, table.state, table.isDue],
    }),
  ],
);

/** What has changed since. A trigger of `orders` only adds rows, so that writers of orders never wait for each other. */
export const budgetUseChanges = pgTable("budget_use_changes", {
  ...counted,
  day: date().notNull(),
  /** In minor units; less than 0 takes an order away as it was before. */
  price: numeric().notNull(),
});
