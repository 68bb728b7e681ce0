import { doublePrecision, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { TokenScope } from "#lib/contracts/accessTokens.ts";
import { bytes, instant } from "./columns.ts";
import { members } from "./members.ts";

/** Access tokens of programs (docs/decisions/0022-access-tokens.md). Rows stay when a token has ended. */
export const accessTokens = pgTable(
  "access_tokens",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The member that it acts as: whoever made it, or a member of its own. */
    memberId: uuid()
      .notNull()
      .references(() => members.id),
    kind: text().$type<"personal" | "service">().notNull(),
    name: text().notNull(),
    /** SHA-256 of the token, which has 256 random bits: nothing to be gained by a slow hash. */
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
    /** Its token bucket: calls that it may still make at once, as of an instant. */
    callsLeft: doublePrecision().notNull(),
    callsAt: instant().notNull(),
  },
  (table) => [index("access_tokens_member").on(table.memberId)],
);
