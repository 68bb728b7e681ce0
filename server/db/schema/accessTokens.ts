import { doublePrecision, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { TokenScope } from "#lib/contracts/team/accessTokens.ts";
import { bytes, instant } from "./columns.ts";
import { members } from "./members.ts";

/** Access tokens of programs (docs/decisions/0022-access-tokens.md). Rows stay when a token has ended. */
export const accessTokens = pgTable(
  "access_tokens",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The member that the token acts as: the one who created it, or a member that exists only for it. */
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    kind: text().$type<"personal" | "service">().notNull(),
    name: text().notNull(),
    /** SHA-256 of the token, which has 256 random bits, so that a slow hash would gain nothing. */
    hash: bytes().notNull().unique("access_tokens_hash"),
    prefix: text().notNull(),
    scopes: text().array().$type<TokenScope[]>().notNull(),
    createdAt: instant().notNull(),
    createdBy: uuid()
      .notNull()
      .references(() => members.id),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    lastUsedAt: instant(),
    /** Its token bucket: how many calls it may make at once, as of `callsAt`. */
    callsLeft: doublePrecision().notNull(),
    callsAt: instant().notNull(),
  },
  (table) => [index("access_tokens_member").on(table.memberId)],
);
