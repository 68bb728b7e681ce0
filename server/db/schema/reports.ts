import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ReportKind } from "#lib/contracts/reports/reportKinds.ts";
import type { Cuts } from "#lib/contracts/reports/reports.ts";
import { instant } from "./columns.ts";
import { members } from "./members.ts";

/** Reports that are made again and again for a member. */
export const reports = pgTable(
  "reports",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    /** Whose rights decide what is in it. */
    ownerId: uuid()
      .notNull()
      .references(() => members.id),
    kind: text().$type<ReportKind>().notNull(),
    /** Of orders: the view as it was when the report was set up (lib/orders/list/listAddress.ts). */
    viewName: text(),
    viewQuery: text(),
    cuts: jsonb().$type<Cuts>().notNull(),
    paused: boolean().notNull().default(false),
    problem: text(),
    /** The next cut, in the report's time zone; null once there is none. */
    nextDay: text(),
    nextAt: instant(),
    /** When it is worked on next: later than the cut after an error. */
    tryAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant(),
  },
  (table) => [
    index("reports_of_member").on(table.environment, table.ownerId),
    index("reports_due")
      .on(table.tryAt)
      .where(sql`${table.deletedAt} is null and not ${table.paused}`),
  ],
);

/** What was made at a cut, byte by byte (docs/decisions/0036-files-of-reports-are-kept.md). The primary key makes it impossible to make one twice. */
export const reportFiles = pgTable(
  "report_files",
  {
    reportId: uuid()
      .notNull()
      .references(() => reports.id),
    /** Of the cut, in the report's time zone. */
    day: text().notNull(),
    fromAt: instant().notNull(),
    cutAt: instant().notNull(),
    madeAt: instant().notNull(),
    rows: integer().notNull(),
    sha256: text().notNull(),
    content: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.day] })],
);
