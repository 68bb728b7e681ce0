import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
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
import type { OrderLine } from "#lib/contracts/order.ts";
import type { OrderDraft, TypedLine } from "#lib/contracts/placeOrder.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import type { ServiceErrorBody } from "#lib/contracts/serviceError.ts";
import type { WalletReading } from "#lib/contracts/wallet.ts";
import type { AttemptClass } from "#lib/orders/lifecycle/classifyAttempt.ts";
import type { OrderState } from "#lib/contracts/orderState.ts";
import { bytes, instant } from "./columns.ts";
import { members } from "./members.ts";

/** The ledger: one row for each order, written before the first byte leaves (docs/architecture.md#the-life-of-an-order). */
export const orders = pgTable(
  "orders",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    /** Null only on an order found by its numeric id, as long as nobody told us its code. */
    externalOrderCode: text(),
    /** Digits; null until the service has told us. */
    orderId: text(),
    /** One confirmation makes one order. Null on orders found at the service. */
    confirmationId: uuid(),
    origin: text().$type<"placed" | "found">().notNull(),
    state: text().$type<OrderState>().notNull(),

    // The intent, frozen: what a person confirmed and the exact bytes every attempt sends.
    currency: text(),
    price: bigint({ mode: "number" }),
    lines: jsonb().$type<OrderLine[]>().notNull(),
    body: bytes(),
    note: text(),
    purchaseOrder: text(),
    placedBy: uuid().references(() => members.id),

    // What attempts have taught us.
    attempts: integer().notNull().default(0),
    /** Some attempt's outcome is unknown; never goes back to false (docs/architecture.md#invariants, 5). */
    everAmbiguous: boolean().notNull().default(false),
    refusal: jsonb().$type<ServiceErrorBody>(),
    refusedLines: jsonb().$type<LineProblem[]>().notNull().default([]),

    // What the service has told us: never overwritten by a poorer or later answer (docs/architecture.md#invariants, 7).
    statusName: text(),
    message: text(),
    reason: text(),
    delivered: integer(),
    ordered: integer(),
    estimatedReadyAt: instant(),
    wallet: jsonb().$type<WalletReading>(),
    placedAt: instant(),
    finishedAt: instant(),
    alarm: text(),

    // The row is its own job: what is due is found by `nextActionAt`, and worked on under a lease with a fencing number.
    nextActionAt: instant(),
    lastPollAt: instant(),
    polls: integer().notNull().default(0),
    leaseOwner: text(),
    leaseUntil: instant(),
    fence: integer().notNull().default(0),
    /** Grows with every change of what is known; an event is written over the revision that it was applied to, or not at all. */
    revision: integer().notNull().default(0),

    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex("orders_code").on(table.environment, table.externalOrderCode),
    uniqueIndex("orders_confirmation").on(table.confirmationId),
    // Not unique: recording what the service accepted must never fail on what was found before.
    index("orders_order_id")
      .on(table.environment, table.orderId)
      .where(sql`${table.orderId} is not null`),
    index("orders_due")
      .on(table.nextActionAt)
      .where(sql`${table.nextActionAt} is not null`),
    // Read backwards for the newest first. "desc" here would put nulls last, where the queries' own puts them first, and never be used.
    index("orders_by_age").on(table.environment, table.createdAt, table.id),
    // Orders that hold a product: `lines @> '[{"productId": 7}]'`.
    index("orders_products").using("gin", table.lines.op("jsonb_path_ops")),
  ],
);

/** One POST of an order. Written before it leaves, closed with its outcome. */
export const attempts = pgTable(
  "attempts",
  {
    orderRow: uuid()
      .notNull()
      .references(() => orders.id),
    number: integer().notNull(),
    fence: integer().notNull(),
    startedAt: instant().notNull(),
    endedAt: instant(),
    outcome: text().$type<AttemptClass>(),
    statusCode: integer(),
    message: text(),
    durationMs: integer(),
  },
  (table) => [primaryKey({ columns: [table.orderRow, table.number] })],
);

/** Orders that a member is building. */
export const drafts = pgTable(
  "drafts",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Its owner. */
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    environment: text().$type<Environment>().notNull(),
    /** The reference of the order that it was made from; null for the one that the catalog adds to. */
    origin: text(),
    draft: jsonb().$type<OrderDraft>().notNull(),
    version: integer().notNull(),
    /** Null until somebody has saved something. */
    savedAt: instant(),
  },
  (table) => [
    // One that the catalog adds to, and one for each order of origin: making it twice finds the first one.
    uniqueIndex("drafts_of_member").on(table.memberId, table.environment, sql`coalesce(${table.origin}, '')`),
  ],
);

/**
 * Lines of drafts that went into orders, written with the order's intent (docs/architecture.md#invariants, 11). The primary key is
 * what makes it impossible to order a line twice.
 */
export const orderedDraftLines = pgTable(
  "ordered_draft_lines",
  {
    lineId: uuid().primaryKey(),
    orderRow: uuid()
      .notNull()
      .references(() => orders.id),
    /** No reference: the draft may be gone. */
    draftId: uuid().notNull(),
    /** The version of the draft from which on it lacks the line. */
    draftVersion: integer().notNull(),
    /** The line as typed, and where it stood. */
    line: jsonb().$type<TypedLine>().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    index("ordered_draft_lines_draft").on(table.draftId, table.draftVersion),
    index("ordered_draft_lines_order").on(table.orderRow),
  ],
);

/** HMAC-SHA-256 of each delivered code; the code itself is never stored (docs/architecture.md#storage-and-jobs). */
export const codeFingerprints = pgTable(
  "code_fingerprints",
  {
    orderRow: uuid()
      .notNull()
      .references(() => orders.id),
    index: integer().notNull(),
    productId: bigint({ mode: "number" }),
    fingerprint: bytes().notNull(),
    firstSeenAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderRow, table.index] }),
    index("code_fingerprints_value").on(table.fingerprint),
  ],
);
