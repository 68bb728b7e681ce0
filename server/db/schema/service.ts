import {
  bigint,
  bigserial,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ServiceErrorBody } from "#lib/contracts/service/serviceError.ts";
import type { WalletAmount, WalletReading } from "#lib/contracts/money/wallet.ts";
import { instant } from "./columns.ts";
import { members } from "./members.ts";
import { orders } from "./orders.ts";

/** What all instances share about the service of an environment: rate limit, clock skew and reachability. */
export const serviceState = pgTable("service_state", {
  environment: text().$type<Environment>().primaryKey(),
  /** No call on this key before this instant, because of Retry-After (docs/architecture.md#invariants, 8). */
  notBefore: instant(),
  /** The token bucket, with the rate per second learned from 429s; all three are null before the first 429. */
  ratePerSecond: doublePrecision(),
  tokens: doublePrecision(),
  tokensAt: instant(),
  /** The service's clock minus ours, milliseconds; null before the first measurement. */
  skewMs: integer(),
  /** When the first of the calls without an answer was sent; null while the service answers. */
  unreachableSince: instant(),
  lastAnswerAt: instant(),
  /** Why the service last refused an order for the whole account, and when; null once it has accepted one. */
  orderingRefusal: jsonb().$type<ServiceErrorBody>(),
  orderingRefusedAt: instant(),
});

/** When each key of the service was last accepted and last answered with 401; identified by its fingerprint only. */
export const serviceKeys = pgTable(
  "service_keys",
  {
    environment: text().$type<Environment>().notNull(),
    /** The first digits of the key's SHA-256 (server/serviceClient/keyFingerprint.ts). */
    fingerprint: text().notNull(),
    lastSuccessAt: instant(),
    lastRefusedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.fingerprint] })],
);

/** How many more calls of a kind each member may make at once, over all instances (server/serviceLimits/memberShare.ts). */
export const memberShares = pgTable(
  "member_shares",
  {
    environment: text().$type<Environment>().notNull(),
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    kind: text().notNull(),
    /** What was left at `at`; refilled since. */
    tokens: doublePrecision().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.memberId, table.kind] })],
);

/** Every wallet and wallet snapshot that the service sent. */
export const walletSnapshots = pgTable(
  "wallet_snapshots",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    environment: text().$type<Environment>().notNull(),
    at: instant().notNull(),
    /** The wallet endpoint, or the snapshot in an answer about an order. */
    source: text().$type<"wallet" | "order">().notNull(),
    reading: jsonb().$type<WalletReading>().notNull(),
  },
  (table) => [index("wallet_snapshots_latest").on(table.environment, table.id)],
);

/** The redacted record of one call to the service, for the request log in settings. */
export const serviceCalls = pgTable(
  "service_calls",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    environment: text().$type<Environment>().notNull(),
    at: instant().notNull(),
    operation: text().notNull(),
    statusCode: integer(),
    /** The kind of failure; null when the call succeeded. */
    failure: text(),
    message: text(),
    durationMs: integer().notNull(),
    attempt: integer(),
    orderRow: uuid().references(() => orders.id),
  },
  (table) => [index("service_calls_at").on(table.at)],
);

/**
 * One row for each change of a currency's balance that the service reported; only `last_seen_at` is ever updated. Movements and
 * statements are computed from these rows, so they are never removed.
 */
export const walletBalances = pgTable(
  "wallet_balances",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    environment: text().$type<Environment>().notNull(),
    currency: text().notNull(),
    /** When the balance was first reported, and last while it stayed the same. */
    at: instant().notNull(),
    lastSeenAt: instant().notNull(),
    /** What can be spent, in minor units (lib/money/spendable.ts). */
    available: bigint({ mode: "number" }).notNull(),
    /** Every amount with the service's own name. */
    amounts: jsonb().$type<WalletAmount[]>().notNull(),
    /** The wallet itself, or the snapshot in an answer about an order. */
    source: text().$type<"wallet" | "order">().notNull(),
    orderRow: uuid(),
  },
  (table) => [index("wallet_balances_at").on(table.environment, table.currency, table.at, table.id)],
);

/** The balances below which members are warned. */
export const walletLimits = pgTable(
  "wallet_limits",
  {
    environment: text().$type<Environment>().notNull(),
    currency: text().notNull(),
    /** In minor units. */
    amount: bigint({ mode: "number" }).notNull(),
    updatedAt: instant().notNull(),
    updatedBy: uuid()
      .notNull()
      .references(() => members.id),
  },
  (table) => [primaryKey({ columns: [table.environment, table.currency] })],
);

/** How many decimals amounts have in currencies that ISO 4217 does not know, as administrators have stated it. */
export const currencyUnits = pgTable("currency_units", {
  /** In upper case. */
  currency: text().primaryKey(),
  decimals: integer().notNull(),
  updatedAt: instant().notNull(),
  updatedBy: uuid()
    .notNull()
    .references(() => members.id),
});
