import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Role } from "#lib/members/roles.ts";
import { instant } from "./columns.ts";

export const members = pgTable(
  "members",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Lower case, trimmed. */
    email: text().notNull(),
    name: text().notNull(),
    role: text().$type<Role>().notNull(),
    /** argon2id, PHC string. */
    passwordHash: text().notNull(),
    disabledAt: instant(),
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
  },
  (table) => [index("sessions_member").on(table.memberId)],
);

/** Sign-in attempts, kept long enough to slow down guessing. Keys are hashes: no address is stored twice. */
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
