import { bigserial, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { WalletReading } from "#lib/contracts/wallet.ts";
import { instant } from "./columns.ts";
import { orders } from "./orders.ts";

/** What all instances share about the service: the floor of Retry-After, the learned rate, the clocks' difference. */
export const serviceGates = pgTable("service_gates", {
  environment: text().$type<Environment>().primaryKey(),
  /** No call on this key before this instant (invariant 8). */
  notBefore: instant(),
  /** Learned calls a second; null while no 429 has taught us. */
  ratePerSecond: doublePrecision(),
  tokens: doublePrecision(),
  tokensAt: instant(),
  /** Service clock minus ours, milliseconds. */
  skewMs: integer(),
  silentSince: instant(),
  lastAnswerAt: instant(),
});

/** The latest wallet or snapshot we saw. */
export const walletSnapshots = pgTable(
  "wallet_snapshots",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    environment: text().$type<Environment>().notNull(),
    at: instant().notNull(),
    /** Where it came from: the wallet endpoint, or an order's embedded snapshot. */
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
    /** The kind of error, or null when the call succeeded. */
    failure: text(),
    message: text(),
    durationMs: integer().notNull(),
    attempt: integer(),
    orderRow: uuid().references(() => orders.id),
  },
  (table) => [index("service_calls_at").on(table.at)],
);
