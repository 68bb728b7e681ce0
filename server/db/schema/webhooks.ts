import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import type { DeliveryAttempt } from "#lib/contracts/notices/webhooks.ts";
import { bytes, instant } from "./columns.ts";
import { members } from "./members.ts";

/** Addresses that are told of what happens in an environment. */
export const webhooks = pgTable("webhooks", {
  id: uuid().primaryKey().defaultRandom(),
  environment: text().$type<Environment>().notNull(),
  url: text().notNull(),
  kinds: text().array().$type<NoticeKind[]>().notNull(),
  /** Signs the messages; encrypted with a key that is not in the database. */
  secret: bytes().notNull(),
  /** Null while it is active. */
  pausedAt: instant(),
  createdAt: instant().notNull(),
  createdBy: uuid()
    .notNull()
    .references(() => members.id),
  /** Who has confirmed that it is still wanted, and answers for it since; null: whoever added it. */
  keptBy: uuid().references(() => members.id),
  /** Since when it is known that whoever answers for it could no longer add it; null while they could. */
  orphanedAt: instant(),
});

/** The messages to webhooks, sent or to be sent. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** Also the webhook-id of the message, which stays the same however often it is sent. */
    id: uuid().primaryKey().defaultRandom(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** Null for a test message. */
    kind: text().$type<NoticeKind>(),
    /** The exact text that is signed and sent. */
    body: text().notNull(),
    createdAt: instant().notNull(),
    attempts: jsonb().$type<DeliveryAttempt[]>().notNull().default([]),
    deliveredAt: instant(),
    /** When we stopped trying to deliver it. */
    failedAt: instant(),
  },
  (table) => [
    index("webhook_deliveries_of_webhook").on(table.webhookId, table.createdAt),
    index("webhook_deliveries_created").on(table.createdAt),
  ],
);
