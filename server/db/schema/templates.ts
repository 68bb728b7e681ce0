import { jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { TemplateContent } from "#lib/contracts/orders/orderTemplates.ts";
import { instant } from "./columns.ts";
import { members } from "./members.ts";

/** Lines that the team keeps under a name, to start drafts from. */
export const orderTemplates = pgTable(
  "order_templates",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    name: text().notNull(),
    /** The name in the form in which names are compared (lib/contracts/text/viewName.ts). */
    nameKey: text().notNull(),
    content: jsonb().$type<TemplateContent>().notNull(),
    /** Who saved it. */
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [uniqueIndex("order_templates_name").on(table.environment, table.nameKey)],
);
