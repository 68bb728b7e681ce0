import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { CatalogNotices } from "#lib/contracts/notices/catalogNotices.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import type { NoticeSubject } from "#lib/contracts/notices/notices.ts";
import type { NoticeChoices } from "#lib/notices/audience.ts";
import { instant } from "./columns.ts";
import { members } from "./members.ts";
import { webhooks } from "./webhooks.ts";

/**
 * Events that somebody may have to be told of: written by triggers in the transaction of the event, and removed in the
 * transaction that makes notices of them (docs/decisions/0021-notices.md).
 */
export const noticeCauses = pgTable("notice_causes", {
  id: bigserial({ mode: "number" }).primaryKey(),
  /** The audit record of the event; null for events that are not audited, which the other columns describe. */
  auditId: bigint({ mode: "bigint" }),
  at: instant(),
  kind: text().$type<NoticeKind>(),
  environment: text().$type<Environment>(),
  memberId: uuid(),
  currency: text(),
  /** The sync run of the catalog that recorded changes; then all other columns but the id are null. */
  syncRunId: bigint({ mode: "number" }),
});

/** What a member, or a webhook, is told: one thing, or several of a kind that came together. */
export const notices = pgTable(
  "notices",
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid().references(() => members.id),
    webhookId: uuid().references(() => webhooks.id, { onDelete: "cascade" }),
    kind: text().$type<NoticeKind>().notNull(),
    /** Null: it concerns the member, in both environments. */
    environment: text().$type<Environment>(),
    count: integer().notNull(),
    subjects: jsonb().$type<NoticeSubject[]>().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    inDashboard: boolean().notNull(),
    byMail: boolean().notNull(),
    /** Until then the notice collects events; then it is sent. */
    dueAt: instant().notNull(),
    dispatchedAt: instant(),
    readAt: instant(),
    mailedAt: instant(),
  },
  (table) => [
    check("notices_one_recipient", sql`num_nonnulls(${table.memberId}, ${table.webhookId}) = 1`),
    index("notices_of_member").on(table.memberId, table.lastAt),
    index("notices_unread")
      .on(table.memberId)
      .where(sql`${table.readAt} is null and ${table.inDashboard}`),
    index("notices_due")
      .on(table.dueAt)
      .where(sql`${table.dispatchedAt} is null`),
    index("notices_first_at").on(table.firstAt),
  ],
);

/** What a member has chosen to be told of, and how; no row as long as they have chosen nothing. */
export const noticeChoices = pgTable("notice_choices", {
  memberId: uuid()
    .primaryKey()
    .references(() => members.id),
  teamOrders: boolean(),
  catalogChanges: text().$type<CatalogNotices>(),
  /** What was found before this instant is no part of the next daily digest. */
  digestedUntil: instant(),
  kinds: jsonb().$type<NonNullable<NoticeChoices["kinds"]>>().notNull(),
  updatedAt: instant().notNull(),
});
