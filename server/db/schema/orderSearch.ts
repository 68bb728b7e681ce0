import { bigint, customType, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderState } from "#lib/contracts/orderState.ts";
import { instant } from "./columns.ts";
import { members } from "./members.ts";

const terms = customType<{ data: string }>({ dataType: () => "tsvector" });
/** Compared byte by byte, so that all words with the same beginning are one range of an index. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/**
 * What orders are searched, filtered, sorted and counted by: one narrow row for each order, written by a trigger of `orders` in the
 * same transaction (docs/decisions/0014-orders-are-searched-in-a-table-of-their-own.md). Polls do not touch it.
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
     * Words of product names, tags, note and purchase order; and, with a sign before that no word has, whole values: `:p` product id, `:t` tag, `:o` purchase
     * order, `:m` member, `:c` currency, `:r` reference from each of its parts on.
     */
    terms: terms().notNull(),
  },
  (table) => [
    index("order_search_age").on(table.environment, table.createdAt, table.orderRow),
    index("order_search_state").on(table.environment, table.state, table.createdAt, table.orderRow),
    index("order_search_amount").on(table.environment, table.currency, table.price, table.orderRow),
    // Writes add to a list of pending entries, which every search reads: kept short, in kB.
    index("order_search_terms").using("gin", table.terms).with({ gin_pending_list_limit: 512 }),
  ],
);

/**
 * Every word that `terms` of any order contain, without the whole values: a typed beginning is asked for as the words that it begins. Written with
 * the order, and never removed. Some words are in it several times: a unique index would let transactions wait for each other.
 */
export const orderSearchWords = pgTable("order_search_words", { word: bytewiseText().notNull() }, (table) => [
  index("order_search_words_word").on(table.word),
]);

/** What a member keeps of the list of orders under a name: filters and sort. */
export const orderViews = pgTable(
  "order_views",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    name: text().notNull(),
    /** The name as names are compared (lib/contracts/viewName.ts). */
    nameKey: text().notNull(),
    /** The view as the page's address writes it (lib/orders/list/listAddress.ts): the same view is always the same text. */
    query: text().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [uniqueIndex("order_views_name").on(table.environment, table.memberId, table.nameKey)],
);
