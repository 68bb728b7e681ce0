import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Recurrence } from "#lib/contracts/orders/recurrence.ts";
import type { DateState, ScheduleContent, ScheduleState } from "#lib/contracts/orders/schedules.ts";
import { instant } from "./columns.ts";
import { members } from "./members.ts";
import { orders } from "./orders.ts";

/** Orders that recur: what, when, and for whom. */
export const schedules = pgTable(
  "schedules",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    name: text().notNull(),
    /** The name in the form in which names are compared (lib/contracts/text/viewName.ts). */
    nameKey: text().notNull(),
    /** Whose orders they are. */
    ownerId: uuid()
      .notNull()
      .references(() => members.id),
    content: jsonb().$type<ScheduleContent>().notNull(),
    recurrence: jsonb().$type<Recurrence>().notNull(),
    state: text().$type<ScheduleState>().notNull(),
    /** The latest date that was dealt with; those after it are still to come. */
    lastDay: text(),
    /** The next date; null once there is none. */
    nextDay: text(),
    nextAt: instant(),
    /** When the next date is checked ahead; null: it was. */
    checkAt: instant(),
    /** What the last check found. */
    findings: jsonb().$type<string[]>().notNull().default([]),
    version: integer().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex("schedules_name").on(table.environment, table.nameKey),
    index("schedules_due")
      .on(table.nextAt)
      .where(sql`${table.state} = 'active'`),
    index("schedules_checks")
      .on(table.checkAt)
      .where(sql`${table.state} = 'active'`),
  ],
);

/** What became of the dates of schedules. The primary key makes it impossible to work on a date as two. */
export const scheduleDates = pgTable(
  "schedule_dates",
  {
    scheduleId: uuid()
      .notNull()
      .references(() => schedules.id),
    /** In the schedule's time zone. */
    day: text().notNull(),
    at: instant().notNull(),
    state: text().$type<DateState>().notNull(),
    /** What is ordered, as it was when its time came, or when it was asked for since; null: as the schedule says. */
    content: jsonb().$type<ScheduleContent>(),
    orderRow: uuid().references(() => orders.id),
    problem: text(),
    /** When it is worked on next, while it is being ordered; in the future while an instance does. */
    tryAt: instant(),
    /** After this it is no longer ordered without being asked. */
    orderBefore: instant(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scheduleId, table.day] }),
    index("schedule_dates_due")
      .on(table.tryAt)
      .where(sql`${table.state} = 'ordering'`),
    index("schedule_dates_unanswered")
      .on(table.scheduleId)
      .where(sql`${table.state} in ('missed', 'failed')`),
  ],
);
