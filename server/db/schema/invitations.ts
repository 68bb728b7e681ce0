import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import { instant } from "./columns.ts";
import { members } from "./members.ts";

/** Links by which people join the team: each for one address and one role, and usable once. */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the link's token, which only the link holds. */
    tokenHash: text().notNull(),
    /** Lower case, trimmed. */
    email: text().notNull(),
    role: text().$type<RoleId>().notNull(),
    invitedBy: uuid()
      .notNull()
      .references(() => members.id),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Accepted, revoked or replaced by another for the same address. */
    endedAt: instant(),
    /** The member who joined by it. */
    memberId: uuid().references(() => members.id),
  },
  (table) => [
    uniqueIndex("invitations_token").on(table.tokenHash),
    index("invitations_email").on(table.email),
  ],
);
