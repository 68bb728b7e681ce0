import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import { instant } from "./columns.ts";
import { members } from "./members.ts";
import { orders } from "./orders.ts";

/** Who stands in for whom on which days (docs/decisions/0034-cover-and-orders-that-wait.md). Rows stay after their last day. */
export const covers = pgTable(
  "covers",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Who is away. */
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    deputyId: uuid()
      .notNull()
      .references(() => members.id),
    /** The first and the last day, in UTC. */
    startsOn: text().notNull(),
    endsOn: text().notNull(),
    /** When it was ended before its last day. */
    endedAt: instant(),
    createdAt: instant().notNull(),
    createdBy: uuid()
      .notNull()
      .references(() => members.id),
  },
  (table) => [
    check("covers_of_another", sql`${table.memberId} <> ${table.deputyId}`),
    index("covers_deputy").on(table.deputyId),
    index("covers_member").on(table.memberId),
  ],
);

/** What happens to orders that wait long for approval, in hours since they were confirmed; null: nothing. No row means the defaults. */
export const approvalSettings = pgTable("approval_settings", {
  environment: text().$type<Environment>().primaryKey(),
  remindAfter: integer(),
  passOnAfter: integer(),
  /** To whom; nobody named: those who manage the team. */
  nextApprovers: uuid().array().notNull(),
  lapseAfter: integer(),
  updatedAt: instant().notNull(),
  updatedBy: uuid()
    .notNull()
    .references(() => members.id),
});

/** What was done about an order because it waits: each once, whatever runs twice. */
export const approvalSteps = pgTable(
  "approval_steps",
  {
    orderRow: uuid()
      .notNull()
      .references(() => orders.id),
    step: text().$type<"reminded" | "passed-on">().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderRow, table.step] })],
);
