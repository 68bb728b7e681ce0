import "server-only";
import { and, eq, exists, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { passkeys, securitySettings, totpAuthenticators } from "#server/db/schema/secondFactor.ts";

/** Columns for statements that read a member: which second factors they have, and whether the account requires one of their role. */
export function factorColumns(db: Database) {
  const one = { one: sql`1` };
  const isTheirs = eq(totpAuthenticators.memberId, members.id);
  return {
    hasApp: exists(
      db
        .select(one)
        .from(totpAuthenticators)
        .where(and(isTheirs, isNotNull(totpAuthenticators.secret))),
    ).mapWith(Boolean),
    hasPasskey: exists(db.select(one).from(passkeys).where(eq(passkeys.memberId, members.id))).mapWith(
      Boolean,
    ),
    needsFactor: exists(
      db
        .select(one)
        .from(securitySettings)
        .where(sql`${members.role} = any(${securitySettings.secondFactorRoles})`),
    ).mapWith(Boolean),
  };
}

/** Whether the member has to add a second factor before anything else. */
export function lacksFactor(row: { hasApp: boolean; hasPasskey: boolean; needsFactor: boolean }): boolean {
  return row.needsFactor && !row.hasApp && !row.hasPasskey;
}
