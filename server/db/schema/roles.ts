import { integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Grant } from "#lib/contracts/permission.ts";
import { instant } from "./columns.ts";

/** Roles that administrators made of permissions; the built-in ones are in lib/members/roles.ts. Who changed them is in the audit log. */
export const customRoles = pgTable(
  "custom_roles",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** The name without differences of case and spaces: no two roles look alike. */
    nameKey: text().notNull(),
    accountGrants: text().array().$type<Grant[]>().notNull(),
    sandboxGrants: text().array().$type<Grant[]>().notNull(),
    productionGrants: text().array().$type<Grant[]>().notNull(),
    /** Grows with each change. */
    version: integer().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [uniqueIndex("custom_roles_name").on(table.nameKey)],
);
