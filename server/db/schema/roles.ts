import { integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Grant } from "#lib/contracts/team/permission.ts";
import { instant } from "./columns.ts";

/**
 * Custom roles: permissions chosen by administrators. The built-in roles are in lib/members/roles.ts. The audit log says who
 * changed them.
 */
export const customRoles = pgTable(
  "custom_roles",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** The name without differences of case and spaces, so that no two roles look alike. */
    nameKey: text().notNull(),
    accountGrants: text().array().$type<Grant[]>().notNull(),
    sandboxGrants: text().array().$type<Grant[]>().notNull(),
    productionGrants: text().array().$type<Grant[]>().notNull(),
    version: integer().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [uniqueIndex("custom_roles_name").on(table.nameKey)],
);
