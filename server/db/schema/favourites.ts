import { sql } from "drizzle-orm";
import { bigint, boolean, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import { instant } from "./columns.ts";
import { members } from "./members.ts";

/** A product that a member made a favourite: their own, or `shared` with the team. */
export const favourites = pgTable(
  "favourites",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    /** Who added it. A shared one belongs to the team all the same. */
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    shared: boolean().notNull(),
    productId: bigint({ mode: "number" }).notNull(),
    at: instant().notNull(),
  },
  (table) => [
    uniqueIndex("favourites_own")
      .on(table.environment, table.memberId, table.productId)
      .where(sql`not ${table.shared}`),
    uniqueIndex("favourites_shared")
      .on(table.environment, table.productId)
      .where(sql`${table.shared}`),
  ],
);

/** A view of the catalog under a name: a member's own, or `shared` with the team. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    /** Who saved it. */
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    shared: boolean().notNull(),
    name: text().notNull(),
    /** The name in the form in which names are compared (lib/contracts/text/viewName.ts). */
    nameKey: text().notNull(),
    /** The view as the page's address writes it (lib/catalog/views/viewParams.ts): the same view is always the same text. */
    query: text().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex("saved_views_own")
      .on(table.environment, table.memberId, table.nameKey)
      .where(sql`not ${table.shared}`),
    uniqueIndex("saved_views_shared")
      .on(table.environment, table.nameKey)
      .where(sql`${table.shared}`),
  ],
);
