import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
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
import type { ExceededLimit } from "#lib/contracts/team/limits.ts";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import type { Automation } from "#lib/contracts/orders/automation.ts";
import type { OrderDraft, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import type { ServiceErrorBody } from "#lib/contracts/service/serviceError.ts";
import type { WalletReading } from "#lib/contracts/money/wallet.ts";
import type { AttemptClass } from "#lib/orders/lifecycle/classifyAttempt.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import type { KeptOtherOrder } from "#lib/orders/lifecycle/withheld.ts";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";
import { bytes, instant } from "./columns.ts";
import { members } from "./members.ts";

const ATTENTION = statesWhere(({ needsAttention }) => needsAttention)
  .map((state) => `'${state}'`)
  .join(", ");

/** True for an order that needs attention until somebody dismisses it. Written with literals, because an index uses it. */
export const NEEDS_ATTENTION = sql.raw(
  `"orders"."dismissed_at" is null and ("orders"."alarm" is not null or "orders"."state" in (${ATTENTION}))`,
);

/** True unless the service shows something else under the order's reference, and nobody has decided whose that is. */
export const NOT_WITHHELD = sql.raw(
  `("orders"."other_order" is null or "orders"."other_order"->>'acceptedAt' is not null)`,
);

/** True for an order that waits for approval. Written with literals, because an index uses it. */
export const AWAITS_APPROVAL = sql.raw(`"orders"."state" = 'awaiting_approval'`);

/** A reference reduced to what people confuse: without separators, in one case, with one character for O and 0, and one for I, L and 1. */
export function lookAlike(reference: SQLWrapper): SQL {
  return sql`translate(lower(regexp_replace(${reference}, '[^[:alnum:]]', '', 'g')), 'oil', '011')`;
}

/** The ledger: one row for each order, written before the first byte is sent (docs/architecture.md#the-life-of-an-order). */
export const orders = pgTable(
  "orders",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    /** Null only for an order found by its numeric id, as long as its code is not known. */
    externalOrderCode: text(),
    /** Digits; null until the service has told us. */
    orderId: text(),
    /** One confirmation makes one order. Null on orders found at the service. */
    confirmationId: uuid(),
    origin: text().$type<"placed" | "found">().notNull(),
    state: text().$type<OrderState>().notNull(),

    // The intent, frozen: what a member confirmed, and the exact bytes that every attempt sends.
    currency: text(),
    price: bigint({ mode: "number" }),
    lines: jsonb().$type<OrderLine[]>().notNull(),
    body: bytes(),
    note: text(),
    purchaseOrder: text(),
    /** Normalised (lib/contracts/orders/orderTags.ts). */
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** A member typed the code while the service could not be asked about it: it has to be looked up before the first attempt. */
    checksCodeFirst: boolean().notNull().default(false),
    placedBy: uuid().references(() => members.id),
    /** What placed it for that member; null: the member themselves. */
    automation: jsonb().$type<Automation>(),
    /** The reference of the order whose missing or refused lines this one orders again. */
    follows: text(),

    /** The limit that the order exceeded when it was confirmed, so that it needs another member's approval. */
    overLimit: jsonb().$type<ExceededLimit>(),
    /** The budgets that it counts in, as they were when it was confirmed. */
    budgets: uuid()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** When it was approved; the audit log says by whom. */
    approvedAt: instant(),
    /** Until when it may be sent, if the service has asked for a long wait (lib/orders/lifecycle/sendingDeadline.ts). */
    sendBefore: instant(),

    // What attempts have shown.
    attempts: integer().notNull().default(0),
    /** The outcome of some attempt is unknown; never becomes false again (docs/architecture.md#invariants, 5). */
    everAmbiguous: boolean().notNull().default(false),
    refusal: jsonb().$type<ServiceErrorBody>(),
    refusedLines: jsonb().$type<LineProblem[]>().notNull().default([]),

    // What the service has told us: never overwritten by an answer that says less, or that arrives late
    // (docs/architecture.md#invariants, 7).
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
    /** An answer under this order's reference that is not what was confirmed (lib/orders/lifecycle/withheld.ts). */
    otherOrder: jsonb().$type<KeptOtherOrder>(),

    // The row is its own job: due rows are found by `nextActionAt` and worked on under a lease with a fencing number.
    nextActionAt: instant(),
    lastPollAt: instant(),
    polls: integer().notNull().default(0),
    leaseOwner: text(),
    /** By the database's clock; in a row that its holder works with, by the holder's own. */
    leaseUntil: instant(),
    fence: integer().notNull().default(0),
    /** Increases with every change; an event is written only over the revision that it was applied to. */
    revision: integer().notNull().default(0),

    // Who dismissed it from the list of what needs attention; it returns when its state or its alarm changes.
    dismissedAt: instant(),
    dismissedBy: uuid().references(() => members.id),

    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex("orders_code").on(table.environment, table.externalOrderCode),
    uniqueIndex("orders_confirmation").on(table.confirmationId),
    // Not unique: recording what the service accepted must never fail because of an order that was found before.
    index("orders_order_id")
      .on(table.environment, table.orderId)
      .where(sql`${table.orderId} is not null`),
    index("orders_due")
      .on(table.nextActionAt)
      .where(sql`${table.nextActionAt} is not null`),
    // Read backwards for the newest first. With "desc" here, nulls would come last, unlike in the queries' own order, and the
    // index would never be used.
    index("orders_by_age").on(table.environment, table.createdAt, table.id),
    index("orders_follows")
      .on(table.environment, table.follows)
      .where(sql`${table.follows} is not null`),
    // For what a member has spent in a period, to check limits.
    index("orders_spending").on(table.environment, table.placedBy, table.createdAt),
    index("orders_awaiting_approval").on(table.environment, table.createdAt, table.id).where(AWAITS_APPROVAL),
    index("orders_attention").on(table.environment, table.createdAt, table.id).where(NEEDS_ATTENTION),
    index("orders_dismissed")
      .on(table.environment, table.dismissedAt)
      .where(sql`${table.dismissedAt} is not null`),
    // With the operator class for searching by the beginning of a text.
    index("orders_look_alike").on(
      table.environment,
      sql`${lookAlike(table.externalOrderCode)} text_pattern_ops`,
    ),
  ],
);

/** One POST of an order. Written before it is sent, closed with its outcome. */
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
    /** The owner. */
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    environment: text().$type<Environment>().notNull(),
    /** The reference of the order that it was made from. A draft with neither origin nor name is the one that the catalog adds to. */
    origin: text(),
    name: text(),
    /** The whole team sees and edits it. */
    shared: boolean().notNull().default(false),
    /** A deleted draft can be restored until the nightly job removes it. */
    deletedAt: instant(),
    draft: jsonb().$type<OrderDraft>().notNull(),
    version: integer().notNull(),
    /** Null until something has been saved. */
    savedAt: instant(),
  },
  (table) => [
    // Each member has one that the catalog adds to, and one for each order of origin: creating it again finds the existing one. A
    // second one for the same order has a name (transferDrafts).
    uniqueIndex("drafts_of_member")
      .on(table.memberId, table.environment, sql`coalesce(${table.origin}, '')`)
      .where(sql`${table.deletedAt} is null and ${table.name} is null`),
  ],
);

/** Which browser tabs have a shared draft open; they report every few seconds. */
export const draftPresence = pgTable(
  "draft_presence",
  {
    tabId: uuid().primaryKey(),
    draftId: uuid()
      .notNull()
      .references(() => drafts.id, { onDelete: "cascade" }),
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    /** The line that is edited there. */
    lineId: uuid(),
    seenAt: instant().notNull(),
  },
  (table) => [index("draft_presence_draft").on(table.draftId)],
);

/**
 * Lines of drafts that went into orders, written with the order's intent (docs/architecture.md#invariants, 11). The primary key
 * makes it impossible to order a line twice.
 */
export const orderedDraftLines = pgTable(
  "ordered_draft_lines",
  {
    lineId: uuid().primaryKey(),
    orderRow: uuid()
      .notNull()
      .references(() => orders.id),
    /** Not a foreign key: the draft may have been removed. */
    draftId: uuid().notNull(),
    /** The first version of the draft without the line. */
    draftVersion: integer().notNull(),
    /** The line as typed, and its position. */
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
    /** The code's index within its order. At first its index in the service's answer, which may later list it elsewhere. */
    index: integer().notNull(),
    productId: bigint({ mode: "number" }),
    fingerprint: bytes().notNull(),
    firstSeenAt: instant().notNull(),
    /** Since when the service's answers lack it; null if the last answer with codes contained it. */
    missingSince: instant(),
    /** The last day on which it can be redeemed (lib/codes/expiryOf.ts); null: none is known. */
    expiresOn: date(),
  },
  (table) => [
    primaryKey({ columns: [table.orderRow, table.index] }),
    index("code_fingerprints_value").on(table.fingerprint),
  ],
);

/**
 * HMAC-SHA-256 of each value of a delivered code by which a person may refer to it, such as its PIN or its serial number
 * (lib/codes/searchableValue.ts). It leads to the order of a code and reveals nothing else.
 */
export const codeValues = pgTable(
  "code_values",
  {
    fingerprint: bytes().notNull(),
    orderRow: uuid()
      .notNull()
      .references(() => orders.id),
  },
  (table) => [primaryKey({ columns: [table.fingerprint, table.orderRow] })],
);

/** HMAC-SHA-256 over all codes of an order as they were last delivered. As long as it is the same, single codes need not be compared. */
export const codeLists = pgTable("code_lists", {
  orderRow: uuid()
    .primaryKey()
    .references(() => orders.id),
  fingerprint: bytes().notNull(),
});
