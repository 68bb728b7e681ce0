import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Release } from "#lib/contracts/codes/exportCodes.ts";
import type { HandOut } from "#lib/contracts/codes/handOut.ts";
import { bytes, instant } from "./columns.ts";
import { members } from "./members.ts";
import { orders } from "./orders.ts";

/** What the account requires before codes are shown: one row, or none as long as nobody has changed the defaults. */
export const codeSettings = pgTable(
  "code_settings",
  {
    id: integer().primaryKey().default(1),
    reasonRequired: boolean().notNull(),
    releaseOver: integer(),
    /** Whether hand-outs beyond `releaseOver` need a release, or are only reported. */
    handOutsNeedRelease: boolean().notNull().default(true),
    updatedAt: instant().notNull(),
    updatedBy: uuid()
      .notNull()
      .references(() => members.id),
  },
  (table) => [check("code_settings_one_row", sql`${table.id} = 1`)],
);

/** The message in which members give codes to customers: one row, or none as long as the team uses the standard one. */
export const customerMessages = pgTable(
  "customer_messages",
  {
    id: integer().primaryKey().default(1),
    template: text().notNull(),
    updatedAt: instant().notNull(),
    updatedBy: uuid()
      .notNull()
      .references(() => members.id),
  },
  (table) => [check("customer_messages_one_row", sql`${table.id} = 1`)],
);

/** Exports and hand-outs that need a release by a second member, and what happened to them. */
export const exportReleases = pgTable(
  "export_releases",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    /** Null: a number of hand-outs, of any orders. */
    orderRow: uuid().references(() => orders.id),
    requestedBy: uuid()
      .notNull()
      .references(() => members.id),
    requestedAt: instant().notNull(),
    /** Code numbers of the order: `count` of them, starting at `first`. Of hand-outs, `count` counts. */
    first: integer().notNull(),
    count: integer().notNull(),
    /** How many codes were handed out with it. */
    handedOut: integer().notNull().default(0),
    reason: text(),
    state: text().$type<Release["state"]>().notNull(),
    decidedBy: uuid().references(() => members.id),
    decidedAt: instant(),
    /** Until when a release can be used. */
    validUntil: instant(),
  },
  (table) => [
    index("export_releases_requested").on(table.environment, table.requestedAt),
    index("export_releases_order").on(table.orderRow),
  ],
);

/**
 * Codes that were shown to a member in clear text otherwise than by a hand-out, identified by fingerprints. Apart from the ledger's own
 * fingerprints, so that a code that the service lists again later is still one that somebody has seen.
 */
export const codeExposures = pgTable(
  "code_exposures",
  {
    environment: text().$type<Environment>().notNull(),
    fingerprint: bytes().notNull(),
    /** When it was last revealed on a page, and when it last left in a file; null: never. */
    revealedAt: instant(),
    exportedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.fingerprint] })],
);

/** White space as JavaScript trims it: what the database considers white space depends on its locale. */
const WHITE_SPACE = "[\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]+";

/** A customer's reference in the form in which it is compared: in one case, with a single space for any white space. */
export function customerKey(reference: SQLWrapper): SQL {
  return sql`lower(regexp_replace(normalize(${reference}, NFC), ${sql.raw(`'${WHITE_SPACE}'`)}, ' ', 'g'))`;
}

/**
 * Codes that were handed to customers, identified by fingerprints: no row contains a code. The unique indexes make it impossible
 * to hand one out twice.
 */
export const codeHandOuts = pgTable(
  "code_hand_outs",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    orderRow: uuid()
      .notNull()
      .references(() => orders.id),
    /** The code's index in the ledger (codeFingerprints). */
    index: integer().notNull(),
    productId: bigint({ mode: "number" }).notNull(),
    fingerprint: bytes().notNull(),
    customerReference: text().notNull(),
    /** The id of the decision to take codes: it takes effect once, however often it is sent. */
    takeId: uuid().notNull(),
    state: text().$type<HandOut["state"]>().notNull(),
    takenBy: uuid()
      .notNull()
      .references(() => members.id),
    takenAt: instant().notNull(),
    /** When a member first saw it; null: nobody has yet, so it can be undone. The version before does not write it, and shows at once. */
    shownAt: instant().default(sql`now()`),
  },
  (table) => [
    uniqueIndex("code_hand_outs_code").on(table.orderRow, table.index),
    // One text delivered for two products is two codes.
    uniqueIndex("code_hand_outs_product_code").on(table.environment, table.fingerprint, table.productId),
    // How the version before finds them; nothing uses it any more.
    index("code_hand_outs_customer").on(table.environment, table.customerReference),
    index("code_hand_outs_customer_key").on(
      table.environment,
      customerKey(table.customerReference),
      table.takenAt,
    ),
    index("code_hand_outs_take").on(table.takeId),
  ],
);
