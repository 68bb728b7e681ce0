import { sql } from "drizzle-orm";
import { bigint, bigserial, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { bytes, instant } from "./columns.ts";
import { members } from "./members.ts";
import { orders } from "./orders.ts";

/** True for a record by which somebody got the credentials of another member's account into their hands. With literals, because an index uses it. */
export const MAKES_ACCOUNTS = sql.raw(
  `"action" in ('member.added', 'member.password-reset', 'member.second-factor-reset', 'member.first-factor-allowed')`,
);

/** The same for one by which a member made an account their own; nobody else has their account at the identity provider. */
export const OWNS_ACCOUNTS = sql.raw(
  `"action" in ('member.joined', 'member.password-changed', 'member.second-factor-added', 'member.identity-linked')`,
);

/** Who did what, and when: written in the transaction of what it records. An order's timeline consists of the records about it. */
export const auditRecords = pgTable(
  "audit_records",
  {
    id: bigserial({ mode: "bigint" }).primaryKey(),
    at: instant().notNull(),
    environment: text().$type<Environment>(),
    /** Null for the program itself. */
    actorId: uuid().references(() => members.id),
    action: text().notNull(),
    orderRow: uuid().references(() => orders.id),
    memberId: uuid().references(() => members.id),
    fromState: text().$type<OrderState>(),
    toState: text().$type<OrderState>(),
    /** Plain values; never a code, a password or the key. */
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The name of the access token by which the actor acted; null for a person who signed in, and for the program itself. */
    token: text(),
  },
  (table) => [
    index("audit_records_order").on(table.orderRow, table.id),
    index("audit_records_at").on(table.at),
    index("audit_records_makers").on(table.memberId, table.at).where(MAKES_ACCOUNTS),
    index("audit_records_owners").on(table.memberId, table.at).where(OWNS_ACCOUNTS),
  ],
);

/** Audit records that were moved here by `archive_audit` (see the migrations) because of their age. Nothing is ever deleted from it. */
export const auditArchive = pgTable(
  "audit_archive",
  {
    id: bigint({ mode: "bigint" }).primaryKey(),
    at: instant().notNull(),
    environment: text().$type<Environment>(),
    actorId: uuid(),
    action: text().notNull(),
    orderRow: uuid(),
    memberId: uuid(),
    fromState: text().$type<OrderState>(),
    toState: text().$type<OrderState>(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    token: text(),
  },
  (table) => [
    index("audit_archive_order").on(table.orderRow, table.id),
    index("audit_archive_at").on(table.at),
  ],
);

/**
 * The hash chain over the audit records (docs/decisions/0019-the-audit-log-is-sealed-in-batches.md). One row for each record, in
 * the order in which they were sealed; only the function `seal_audit` writes it (see the migrations). An archived record keeps
 * its seal.
 */
export const auditSeals = pgTable("audit_seals", {
  /** Starts at 1, without gaps. */
  sequence: bigint({ mode: "bigint" }).primaryKey(),
  recordId: bigint({ mode: "bigint" }).notNull().unique("audit_seals_record"),
  /** The hash of the seal before; empty for the first. */
  previous: bytes().notNull(),
  /** SHA-256 over the sequence, the hash before and the record (server/audit/chain/sealHash.ts). */
  hash: bytes().notNull(),
  sealedAt: instant().notNull(),
});

/**
 * Records that are not sealed yet, inserted by a trigger in the transaction that writes them. Has no index, so that transactions
 * never wait for each other.
 */
export const auditUnsealed = pgTable("audit_unsealed", {
  recordId: bigint({ mode: "bigint" }).notNull(),
});

/**
 * Failed sign-ins, one row for each member, address and hour, so that an attacker cannot fill the audit log. Ids come from the
 * audit log's sequence: the log lists both by id.
 */
export const signInFailures = pgTable(
  "sign_in_failures",
  {
    id: bigint({ mode: "bigint" })
      .primaryKey()
      .default(sql`nextval('audit_records_id_seq')`),
    /** The beginning of the hour. */
    hour: instant().notNull(),
    /** Null: an e-mail address that no member has. */
    memberId: uuid().references(() => members.id),
    address: text().notNull(),
    /** Why a correct password was not enough; null for a wrong one. */
    reason: text(),
    count: integer().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
  },
  (table) => [
    unique("sign_in_failures_bucket")
      .on(table.hour, table.memberId, table.address, table.reason)
      .nullsNotDistinct(),
  ],
);

/**
 * Looked-up texts that were neither a reference nor a code, one row for each member, environment and hour. Ids as for
 * {@link signInFailures}.
 */
export const codeMisses = pgTable(
  "code_misses",
  {
    id: bigint({ mode: "bigint" })
      .primaryKey()
      .default(sql`nextval('audit_records_id_seq')`),
    /** The beginning of the hour. */
    hour: instant().notNull(),
    environment: text().$type<Environment>().notNull(),
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    count: integer().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
  },
  (table) => [unique("code_misses_bucket").on(table.hour, table.environment, table.memberId)],
);
