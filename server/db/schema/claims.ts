import { sql } from "drizzle-orm";
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ClaimState } from "#lib/contracts/claims/claimStates.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { claimsWhere } from "#lib/claims/states.ts";
import { bytes, instant } from "./columns.ts";
import { members } from "./members.ts";
import { orders } from "./orders.ts";

const FAILED = claimsWhere(({ hasFailed }) => hasFailed)
  .map((state) => `'${state}'`)
  .join(", ");

/** True for a claim whose code has failed, as far as anybody knows. Written with literals, because indexes use it. */
export const HAS_FAILED = sql.raw(`"claims"."state" in (${FAILED})`);

/** Codes that do not work, identified by fingerprints: no row contains a code. A code has one claim at most that was not refused or withdrawn. */
export const claims = pgTable(
  "claims",
  {
    id: uuid().primaryKey().defaultRandom(),
    environment: text().$type<Environment>().notNull(),
    orderRow: uuid()
      .notNull()
      .references(() => orders.id),
    fingerprint: bytes().notNull(),
    /** Null: the service does not say whose product it is. */
    productId: bigint({ mode: "number" }),
    /** The code's number in the order when the claim was opened. */
    number: integer().notNull(),
    /** What the customer said. */
    said: text().notNull(),
    state: text().$type<ClaimState>().notNull(),
    /** Null: an instance of the version before noted that the code is disputed. */
    openedBy: uuid().references(() => members.id),
    openedAt: instant().notNull(),
    deliveredAt: instant().notNull(),
    supplierReference: text(),
    reason: text(),

    // The code that replaces it.
    replacementOrderRow: uuid().references(() => orders.id),
    replacementFingerprint: bytes(),
    replacementProductId: bigint({ mode: "number" }),
    replacementNumber: integer(),

    // The movement of the wallet by which it was credited, in minor units.
    creditCurrency: text(),
    creditAmount: bigint({ mode: "number" }),
    creditDay: date(),

    updatedAt: instant().notNull(),
  },
  (table) => [
    // One text delivered for two products is two codes.
    uniqueIndex("claims_code")
      .on(table.environment, table.fingerprint, sql`coalesce(${table.productId}, 0)`)
      .where(HAS_FAILED),
    uniqueIndex("claims_replacement")
      .on(table.environment, table.replacementFingerprint, sql`coalesce(${table.replacementProductId}, 0)`)
      .where(sql`${table.replacementFingerprint} is not null`),
    // For whether a code may be handed out, of all claims.
    index("claims_of_code").on(table.environment, table.fingerprint),
    index("claims_by_age").on(table.environment, table.openedAt, table.id),
    index("claims_credit")
      .on(table.environment, table.creditCurrency, table.creditDay)
      .where(sql`${table.creditDay} is not null`),
  ],
);

/** What the supplier's terms say: one row, or none as long as nobody has stated them. */
export const claimTerms = pgTable(
  "claim_terms",
  {
    id: integer().primaryKey().default(1),
    /** Within how many days after the delivery a code has to be claimed. */
    days: integer(),
    updatedAt: instant().notNull(),
    updatedBy: uuid()
      .notNull()
      .references(() => members.id),
  },
  (table) => [check("claim_terms_one_row", sql`${table.id} = 1`)],
);
