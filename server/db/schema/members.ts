import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import { instant } from "./columns.ts";
import { customRoles } from "./roles.ts";

export const members = pgTable(
  "members",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Lower case, trimmed. */
    email: text().notNull(),
    name: text().notNull(),
    role: text().$type<RoleId>().notNull(),
    /** The custom role, so that a role cannot be deleted while a member has it. */
    customRoleId: uuid()
      .generatedAlwaysAs(sql`case when role ~ '^[0-9a-f]{8}-' then role::uuid end`)
      .references(() => customRoles.id),
    /** argon2id, PHC string; null for a member who signs in by single sign-on alone. */
    passwordHash: text(),
    /** Until when a password that an administrator generated is valid; null for one that the member chose. */
    oneTimePasswordUntil: instant(),
    disabledAt: instant(),
    /** Whether they are disabled because the identity provider does not vouch for them: a sign-in there with a mapped group enables them again. */
    disabledByProvider: boolean().notNull().default(false),
    /** Until when the operator lets a member add their first second factor who cannot confirm in any other way; null: not at all. */
    firstFactorUntil: instant(),
    /** Wants a desktop notification when codes are ready. */
    notifyWhenReady: boolean().notNull().default(false),
    /** How numbers and dates are written for the member, such as de-DE; null: as their browser asks. */
    locale: text(),
    /** IANA name; null: the browser's. */
    timeZone: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [uniqueIndex("members_email").on(table.email)],
);

/** A JWT alone cannot be taken back: every session has a row, checked on every request (docs/decisions/0010-next-auth.md). */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    createdAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    userAgent: text(),
    /** Which browser it was opened in (server/auth/sessions/deviceCookie.ts), however many members sign in there; null: not known. */
    device: text(),
    /** When the member last confirmed that it's them in this session: at sign-in, or later. */
    reauthenticatedAt: instant(),
    /** When production was opened in this session, where the account requires that. */
    productionOpenedAt: instant(),
    /** The client's address at sign-in; null where it was not known. */
    address: text(),
    /** The identity provider's id of the session by which this one was opened (`sid`): it ends both by it; null if it gave none. */
    providerSession: text(),
  },
  (table) => [
    index("sessions_member").on(table.memberId),
    index("sessions_provider_session")
      .on(table.providerSession)
      .where(sql`${table.providerSession} is not null`),
    index("sessions_device").on(table.device),
  ],
);

/** A member's account at an identity provider: linked once, by the first sign-in with the invited address. */
export const memberIdentities = pgTable(
  "member_identities",
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    linkedAt: instant().notNull(),
    /** When the provider last vouched for the member, by a sign-in with a mapped group where roles are mapped, or an administrator did, by enabling them. */
    vouchedAt: instant()
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex("member_identities_member").on(table.memberId, table.issuer),
  ],
);

/** Logout tokens of the identity provider that were used, until they expire: each is accepted once. */
export const spentLogoutTokens = pgTable(
  "spent_logout_tokens",
  {
    issuer: text().notNull(),
    tokenId: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.tokenId] })],
);

/** Sign-in attempts, kept long enough to slow down guessing. The keys are hashes that identify nobody. */
export const signInAttempts = pgTable(
  "sign_in_attempts",
  {
    id: uuid().primaryKey().defaultRandom(),
    key: text().notNull(),
    at: instant().notNull(),
    succeeded: boolean().notNull(),
  },
  (table) => [index("sign_in_attempts_key_at").on(table.key, table.at)],
);
