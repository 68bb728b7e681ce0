import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import { bytes, instant } from "./columns.ts";
import { members } from "./members.ts";

/** Authenticator apps (RFC 6238), at most one for each member. Secrets are encrypted with a key that is not in the database. */
export const totpAuthenticators = pgTable("totp_authenticators", {
  memberId: uuid()
    .primaryKey()
    .references(() => members.id),
  /** Null until a code has confirmed the first one. */
  secret: bytes(),
  addedAt: instant(),
  /** A secret that waits to be confirmed; it then replaces the other. */
  pendingSecret: bytes(),
  pendingAt: instant(),
  /** The latest time step whose code was accepted: no code of this step or an earlier one is accepted again, on any instance. */
  lastStep: bigint({ mode: "number" }).notNull().default(0),
  lastUsedAt: instant(),
});

/** Passkeys of members (WebAuthn): public keys, nothing secret. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    credentialId: text().notNull(),
    publicKey: bytes().notNull(),
    /** The authenticator's last counter; 0 for those that do not count. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    /** What the member calls it. */
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (table) => [
    uniqueIndex("passkeys_credential").on(table.credentialId),
    index("passkeys_member").on(table.memberId),
  ],
);

/** Challenges that were answered, until they would expire: each can be answered once, on any instance. */
export const spentChallenges = pgTable("spent_challenges", {
  challenge: text().primaryKey(),
  expiresAt: instant().notNull(),
});

/** Hashes of the codes for a member who has lost their second factor; each code is good for one sign-in. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    hash: text().notNull(),
    createdAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [uniqueIndex("recovery_codes_hash").on(table.memberId, table.hash)],
);

/** Sign-ins that wait for their second factor. The cookie is good for nothing else; opening the session uses up the row. */
export const halfSessions = pgTable(
  "half_sessions",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the cookie. */
    tokenHash: text().notNull(),
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    by: text().$type<"password" | "identity provider">().notNull(),
    /** As in the session that it becomes. */
    providerSession: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex("half_sessions_token").on(table.tokenHash),
    index("half_sessions_member").on(table.memberId),
  ],
);

/** What the account requires of its members' sign-ins: one row, or none as long as nobody has changed the defaults. */
export const securitySettings = pgTable(
  "security_settings",
  {
    id: integer().primaryKey().default(1),
    /** The roles whose members must have a second factor. */
    secondFactorRoles: text().array().$type<RoleId[]>().notNull(),
    /** Whether confirming that it's you requires the password in addition to the second factor. */
    confirmWithPassword: boolean().notNull(),
    /** Whether members have to confirm that it's them before a session opens production. */
    confirmProduction: boolean().notNull().default(false),
    updatedAt: instant().notNull(),
    updatedBy: uuid()
      .notNull()
      .references(() => members.id),
  },
  (table) => [check("security_settings_one_row", sql`${table.id} = 1`)],
);
