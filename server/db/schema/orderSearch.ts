import { bigint, customType, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { instant, terms } from "./columns.ts";
import { members } from "./members.ts";

/** Compared byte by byte, so that all words with the same beginning are one range of an index. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/**
 * What orders are searched, filtered, sorted and counted by: one narrow row for each order, written by a trigger of `orders` in
 * the same transaction (docs/decisions/0014-orders-are-searched-in-a-table-of-their-own.md). Polls do not touch it.
 */
export const orderSearch = pgTable(
  "order_search",
  {
    orderRow: uuid().primaryKey(),
    environment: text().$type<Environment>().notNull(),
    createdAt: instant().notNull(),
    state: text().$type<OrderState>().notNull(),
    currency: text(),
    price: bigint({ mode: "number" }),
    /**
     * The words of product names, tags, note and purchase order; and whole values, with a prefix that no word can have: `:p`
     * product id, `:t` tag, `:o` purchase order, `:m` member, `:a` kind of automation, `:c` currency, `:r` reference, once from the beginning of each of
     * its parts.
     */
    terms: terms().notNull(),
  },
  (table) => [
    index("order_search_age").on(table.environment, table.createdAt, table.orderRow),
    index("order_search_state").on(table.environment, table.state, table.createdAt, table.orderRow),
    index("order_search_amount").on(table.environment, table.currency, table.price, table.orderRow),
    // Writes go to a list of pending entries that every search has to read, so the list is kept short (in kB).
    index("order_search_terms").using("gin", table.terms).with({ gin_pending_list_limit: 512 }),
  ],
);

/**
 * Every word in the `terms` of any order, without the whole values: it expands a typed beginning to the words that have it.
 * Written with the order, and never removed. Some words occur several times, because with a unique index, transactions would wait
 * for each other.
 */
export const orderSearchWords = pgTable("order_search_words", { word: bytewiseText().notNull() }, (table) => [
  index("order_search_words_word").on(table.word),
]);

/** Filters and sort of the list of orders that a member saved under a name. */
export const orderViews = pgTable(
  "order_views",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    name: text().notNull(),
    /** The name in the form in which names are compared (lib/contracts/text/viewName.ts). */
    nameKey: text().notNull(),
    /** The view as the page's address writes it (lib/orders/list/listAddress.ts): the same view is always the same text. */
    query: text().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [uniqueIndex("order_views_name").on(table.environment, table.memberId, table.nameKey)],
);
