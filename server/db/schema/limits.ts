import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { BudgetMode, BudgetPeriod } from "#lib/contracts/orders/budgets.ts";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import { instant } from "./columns.ts";
import { members } from "./members.ts";

/** What a member, or each member of a role, may spend without another member's approval. No row means no limit. */
export const orderLimits = pgTable(
  "order_limits",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    /** In capital letters; `*`: every currency without a limit of its own. */
    currency: text().notNull(),
    memberId: uuid().references(() => members.id),
    role: text().$type<RoleId>(),
    /** Minor units; null: not limited. */
    perOrder: bigint({ mode: "number" }),
    perDay: bigint({ mode: "number" }),
    perMonth: bigint({ mode: "number" }),
    updatedAt: instant().notNull(),
    updatedBy: uuid()
      .notNull()
      .references(() => members.id),
  },
  (table) => [
    check("order_limits_one_subject", sql`num_nonnulls(${table.memberId}, ${table.role}) = 1`),
    uniqueIndex("order_limits_subject").on(
      table.environment,
      table.currency,
      sql`coalesce(${table.memberId}::text, ${table.role})`,
    ),
  ],
);

/** How many codes of a product the team may order within a number of days; 0: none. No row means as many as it likes. */
export const productLimits = pgTable(
  "product_limits",
  {
    environment: text().$type<Environment>().notNull(),
    productId: bigint({ mode: "number" }).notNull(),
    /** Named when all limits were for one day. */
    codes: integer("per_day").notNull(),
    days: integer().notNull().default(1),
    /** Shown to whoever is refused. */
    reason: text().notNull(),
    updatedAt: instant().notNull(),
    updatedBy: uuid()
      .notNull()
      .references(() => members.id),
  },
  (table) => [primaryKey({ columns: [table.environment, table.productId] })],
);

/**
 * What may be spent within a period by the orders that it covers (docs/decisions/0032-budgets.md). Which they are is decided when they are
 * confirmed (`budgets` of an order), and does not change with the order's labels or with the budget.
 */
export const budgets = pgTable(
  "budgets",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    name: text().notNull(),
    /** By which names are compared. */
    nameKey: text().generatedAlwaysAs(sql`lower(normalize(name, NFKC))`),
    mode: text().$type<BudgetMode>().notNull(),
    period: text().$type<BudgetPeriod>().notNull(),
    /** Days in UTC, of fixed ones. */
    startsOn: text(),
    endsOn: text(),
    rollsOver: boolean().notNull(),
    amounts: jsonb().$type<{ currency: string; amount: number }[]>().notNull(),
    members: uuid().array().notNull(),
    tags: text().array().notNull(),
    purchaseOrders: text().array().notNull(),
    /** Who decides on orders beyond a soft one; nobody named: whoever approves orders. */
    approvers: uuid()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** How much of it was used when it was last told, by currency: of which period, and how many per cent. */
    told: jsonb().$type<Record<string, { from: string; part: number }>>().notNull().default({}),
    /** Covers no order that is confirmed from then on. */
    closedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    updatedBy: uuid()
      .notNull()
      .references(() => members.id),
  },
  (table) => [index("budgets_environment").on(table.environment)],
);
