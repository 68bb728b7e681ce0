import "server-only";
import { and, eq, exists, lt, sql } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { grantsIn } from "#lib/members/grants.ts";
import { roleName } from "#lib/members/roleNames.ts";
import type { RoleGrants } from "#lib/contracts/team/roles.ts";
import type { ChosenRegion } from "#server/context/currentRegion.ts";
import type { Actor, Program } from "#server/context/context.ts";
import { grantsOfRow } from "#server/context/customRole.ts";
import { prepared } from "#server/db/prepared.ts";
import { sharedRead } from "#server/db/sharedRead.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { securitySettings } from "#server/db/schema/secondFactor.ts";
import { readCookies } from "#server/http/cookies.ts";
import { BACKGROUND_HEADER } from "#lib/contracts/backgroundHeader.ts";
import { factorColumns, lacksFactor } from "./factorColumns.ts";
import { SEEN_EVERY_MS, SESSION_IDLE_MS } from "./limits.ts";
import { readToken, type SessionToken } from "./readToken.ts";
import { sessionCookieName, type AuthSettings } from "#server/auth/settings.ts";

export type Session = {
  id: string;
  member: { id: string; email: string; name: string; role: string; roleName: string };
  /** How numbers and dates are written for the member. */
  region: ChosenRegion;
  /** The grants of the member's custom role; null for a built-in role (lib/members/roles.ts). */
  customGrants: RoleGrants | null;
  /** The account requires members to confirm that it's them before they open production, and this session has not done so. */
  isProductionLocked: boolean;
  /** Signed in with a one-time password: nothing is allowed but choosing another. */
  mustChangePassword: boolean;
  /** Has no second factor although the account requires one: nothing is allowed but adding one. */
  mustAddSecondFactor: boolean;
};

const sessionOfToken = prepared((db) =>
  db
    .select({
      session: sessions,
      member: members,
      customRole: customRoles,
      ...factorColumns(db),
      asksForProduction: exists(
        db
          .select({ one: sql`1` })
          .from(securitySettings)
          .where(eq(securitySettings.confirmProduction, true)),
      ).mapWith(Boolean),
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(and(eq(sessions.id, sql.placeholder("sid")), eq(sessions.memberId, sql.placeholder("sub"))))
    .prepare("session_of_token"),
);

/** A page makes many requests at once; they share one read of the session. */
const readSessionRow = sharedRead(
  ({ sid, sub }: SessionToken) => `${sid} ${sub}`,
  async (db, { sid, sub }) => (await sessionOfToken(db).execute({ sid, sub }))[0],
);

/** The member with the permissions that they have in the given environment. */
export function actorIn(
  { member, customGrants }: Pick<Session, "member" | "customGrants">,
  environment: Environment,
): Actor {
  const { id, email, name, role } = member;
  const actor = { id, email, name, role };
  return customGrants === null ? actor : { ...actor, grants: grantsIn(customGrants, environment) };
}

/**
 * Returns the active session of a request, or null. Read from the database for every request, so that revoked sessions and
 * changed permissions take effect at once.
 */
export async function findSession(
  program: Pick<Program, "db" | "clock">,
  headers: Headers,
  settings: AuthSettings,
): Promise<Session | null> {
  const cookie = readCookies(headers).get(sessionCookieName(settings));
  const token = cookie === undefined ? null : await readToken(cookie, settings.secret, program.clock.now());
  const isActivity = headers.get(BACKGROUND_HEADER) === null;
  return token === null ? null : findActiveSession(program, token, isActivity);
}

/**
 * Returns the session of a token if it is active: not revoked, not expired, not idle, and its member not disabled.
 * @param isActivity whether a person made the request; polling does not keep a session from becoming idle.
 */
export async function findActiveSession(
  program: Pick<Program, "db" | "clock">,
  token: SessionToken,
  isActivity = true,
): Promise<Session | null> {
  const now = program.clock.now();
  const row = await readSessionRow(program.db, token);
  if (!row || row.member.disabledAt !== null || !isAlive(row.session, now)) return null;
  if (isActivity && now - row.session.lastSeenAt >= SEEN_EVERY_MS) await markSeen(program, token.sid, now);
  const { id, email, name, role } = row.member;
  const mustChangePassword = row.member.oneTimePasswordUntil !== null;
  const mustAddSecondFactor = lacksFactor(row);
  const custom = row.customRole;
  return {
    id: row.session.id,
    member: { id, email, name, role, roleName: roleName(role, custom?.name ?? null) },
    region: { locale: row.member.locale, timeZone: row.member.timeZone },
    customGrants: custom === null ? null : grantsOfRow(custom),
    isProductionLocked: row.asksForProduction && row.session.productionOpenedAt === null,
    mustChangePassword,
    mustAddSecondFactor,
  };
}

/** Whether a session is active at this moment: not revoked, not expired, not idle. */
export function isAlive(
  session: { revokedAt: Instant | null; expiresAt: Instant; lastSeenAt: Instant },
  now: Instant,
): boolean {
  return session.revokedAt === null && now < session.expiresAt && now - session.lastSeenAt < SESSION_IDLE_MS;
}

async function markSeen(program: Pick<Program, "db">, sessionId: string, now: Instant): Promise<void> {
  await program.db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, now)));
}
