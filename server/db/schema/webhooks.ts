import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { NoticeKind } from "#lib/contracts/noticeKinds.ts";
import type { DeliveryAttempt } from "#lib/contracts/webhooks.ts";
import { bytes, instant } from "./columns.ts";
import { members } from "./members.ts";

/** Addresses that are told of what happens in an environment. */
export const webhooks = pgTable("webhooks", {
  id: uuid().primaryKey().defaultRandom(),
  environment: text().$type<Environment>().notNull(),
  url: text().notNull(),
  kinds: text().array().$type<NoticeKind[]>().notNull(),
  /** Signs what is sent; encrypted with a key that is not in the database. */
  secret: bytes().notNull(),
  /** Null while it is told. */
  pausedAt: instant(),
  createdAt: instant().notNull(),
  createdBy: uuid()
    .notNull()
    .references(() => members.id),
});

/** What a webhook was told, or is being told. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** Also the webhook-id of the message: the same however often it is sent. */
    id: uuid().primaryKey().defaultRandom(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** Null for a test. */
    kind: text().$type<NoticeKind>(),
    /** What is signed and sent, as it is. */
    body: text().notNull(),
    createdAt: instant().notNull(),
    attempts: jsonb().$type<DeliveryAttempt[]>().notNull().default([]),
    deliveredAt: instant(),
    /** When it was given up. */
    failedAt: instant(),
  },
  (table) => [
    index("webhook_deliveries_of_webhook").on(table.webhookId, table.createdAt),
    index("webhook_deliveries_created").on(table.createdAt),
  ],
);
