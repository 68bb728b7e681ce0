import { bigint, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import { instant } from "./columns.ts";

/**
 * What orders are recognised by when nearly the same is ordered again (docs/decisions/0011-drafts.md): of an order of several products,
 * how many of each product, price and country it buys (`bought`, written by a trigger of `orders`); and the rows of the imported tables from which
 * its lines come (`row`). An order is found by a few of its parts, however many orders there are.
 */
export const orderParts = pgTable(
  "order_parts",
  {
    environment: text().$type<Environment>().notNull(),
    kind: text().$type<"bought" | "row">().notNull(),
    /** A hash of the part. */
    part: bigint({ mode: "number" }).notNull(),
    createdAt: instant().notNull(),
    orderRow: uuid().notNull(),
    /** How many parts of this kind the order has. */
    parts: integer().notNull(),
  },
  (table) => [index("order_parts_part").on(table.environment, table.kind, table.part, table.createdAt)],
);
