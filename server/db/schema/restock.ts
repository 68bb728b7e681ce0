import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { RestockMode, RestockProblem } from "#lib/contracts/restock/restockRules.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { instant } from "./columns.ts";
import { members } from "./members.ts";

/** Rules that look after the stock of a product, or of the products of a view, for their owner. Amounts are in minor units of their currency. */
export const restockRules = pgTable(
  "restock_rules",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    ownerId: uuid()
      .notNull()
      .references(() => members.id),
    /** Null: it looks after the products of a view. */
    productId: bigint({ mode: "number" }),
    /** The saved view that it was made of. Its name and what it shows stay those that a second member has consented to. */
    viewId: uuid(),
    viewName: text(),
    viewQuery: text(),
    /** Of the products of a view: only those in this currency. */
    currency: text(),
    /** The products of the view as they were at the last run; null of a product's rule. */
    viewProducts: bigint({ mode: "number" }).array(),
    mode: text().$type<RestockMode>().notNull(),
    keep: integer().notNull(),
    refillTo: integer().notNull(),
    multiple: integer().notNull(),
    amount: bigint({ mode: "number" }),
    highestPrice: bigint({ mode: "number" }),
    mostPerDay: bigint({ mode: "number" }),
    paused: boolean().notNull().default(false),
    /** Increases with every change of what it says. */
    version: integer().notNull().default(1),
    /** Who last said what it says: they don't consent to it. */
    changedBy: uuid()
      .notNull()
      .references(() => members.id),
    /** The version that a second member has consented to, and who; a later version that allows no more keeps the consent. */
    approvedVersion: integer(),
    approvedBy: uuid().references(() => members.id),
    /** Increases with every run, in the transaction that decides on it: it names the occasion. */
    runs: integer().notNull().default(0),
    /** Its owner was told that too few codes are left, and there have not been enough since. */
    toldAt: instant(),
    /** Of a view's rule: what keeps it from looking after any of its products. */
    problem: text().$type<RestockProblem>(),
    problemMessage: text(),
    problemSince: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant(),
  },
  (table) => [
    uniqueIndex("restock_rules_product")
      .on(table.environment, table.productId)
      .where(sql`${table.deletedAt} is null`),
    uniqueIndex("restock_rules_view")
      .on(table.environment, table.viewId, table.currency)
      .where(sql`${table.deletedAt} is null and ${table.viewId} is not null`),
  ],
);

/** The products that rules act for, each for one rule at a time. */
export const restockedProducts = pgTable(
  "restocked_products",
  {
    environment: text().$type<Environment>().notNull(),
    productId: bigint({ mode: "number" }).notNull(),
    /** Increases with every run for it, of whatever rule: two rules do not act for it on the same occasion. */
    runs: integer().notNull().default(0),
    /** The rule of a view that looks after it, with what that rule has told and could not do. */
    ruleId: uuid().references(() => restockRules.id),
    toldAt: instant(),
    problem: text().$type<RestockProblem>(),
    problemMessage: text(),
    problemSince: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.productId] }),
    index("restocked_products_rule").on(table.ruleId),
  ],
);

/** What a rule did on one occasion: written before it is done. */
export const restockRuns = pgTable(
  "restock_runs",
  {
    id: uuid().primaryKey().defaultRandom(),
    ruleId: uuid()
      .notNull()
      .references(() => restockRules.id),
    /** The occasion: its place among the runs of its rule. */
    number: integer().notNull(),
    /** Null: that of its rule. */
    productId: bigint({ mode: "number" }),
    at: instant().notNull(),
    mode: text().$type<RestockMode>().notNull(),
    quantity: integer().notNull(),
    /** Of one code, in minor units; null for a rule that tells. */
    price: bigint({ mode: "number" }),
    /** The line of the draft that it proposed. */
    draftId: uuid(),
    lineId: uuid(),
    orderRow: uuid(),
    /** When it was done or could not be; null: it has to be done, or done again. */
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex("restock_runs_number").on(table.ruleId, table.number),
    index("restock_runs_open")
      .on(table.at)
      .where(sql`${table.endedAt} is null`),
    index("restock_runs_draft")
      .on(table.draftId)
      .where(sql`${table.draftId} is not null`),
  ],
);
