import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { toIso, type Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import { lockMember } from "#server/auth/sessions/lockMember.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import type { OidcSettings } from "#server/config/env.ts";
import type { Program } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { memberIdentities, sessions, spentLogoutTokens } from "#server/db/schema/members.ts";
import { halfSessions } from "#server/db/schema/secondFactor.ts";
import { issuerOf } from "./issuer.ts";
import type { LogoutToken } from "./readLogoutToken.ts";

/**
 * Ends the sessions that a logout token names, at once and on every instance: the sessions and half-sessions that the provider's
 * session opened or, if the token names only the account, all of its member's. Audited. It is not an error if nobody is signed
 * in.
 * @throws AppError `validation` for a token that was used before.
 */
export async function endSessionsByProvider(
  program: Pick<Program, "db" | "clock">,
  oidc: OidcSettings,
  token: LogoutToken,
): Promise<void> {
  const now = program.clock.now();
  const issuer = issuerOf(oidc);
  await program.db.transaction(async (tx) => {
    await spend(tx, issuer, token, now);
    for (const memberId of await membersOf(tx, issuer, token)) {
      await lockMember(tx, memberId);
      const providerSession = token.providerSession ?? undefined;
      const sessionsEnded = await revokeSessionsOf(tx, memberId, now, { providerSession });
      if (sessionsEnded === 0) continue;
      await recordAudit(tx, {
        at: now,
        action: "member.signed-out-by-provider",
        memberId,
        details: { sessionsEnded },
      });
    }
  });
}

async function spend(
  tx: Transaction,
  issuer: string,
  { tokenId, expiresAt }: LogoutToken,
  now: Instant,
): Promise<void> {
  await tx.delete(spentLogoutTokens).where(sql`${spentLogoutTokens.expiresAt} < ${toIso(now)}`);
  const [spent] = await tx
    .insert(spentLogoutTokens)
    .values({ issuer, tokenId, expiresAt })
    .onConflictDoNothing()
    .returning({ tokenId: spentLogoutTokens.tokenId });
  if (spent === undefined) throw new AppError("validation", "This logout token was used before.");
}

/** The member of the account or, if the token names none, the members who were signed in by the provider's session. */
async function membersOf(
  tx: Transaction,
  issuer: string,
  { subject, providerSession }: LogoutToken,
): Promise<string[]> {
  if (subject !== null) {
    const rows = await tx
      .select({ memberId: memberIdentities.memberId })
      .from(memberIdentities)
      .where(and(eq(memberIdentities.issuer, issuer), eq(memberIdentities.subject, subject)));
    return rows.map(({ memberId }) => memberId);
  }
  const ofProvider = (memberId: typeof sessions.memberId | typeof halfSessions.memberId) =>
    and(eq(memberIdentities.memberId, memberId), eq(memberIdentities.issuer, issuer));
  const open = await tx
    .selectDistinct({ memberId: sessions.memberId })
    .from(sessions)
    .innerJoin(memberIdentities, ofProvider(sessions.memberId))
    .where(eq(sessions.providerSession, providerSession ?? ""));
  const half = await tx
    .selectDistinct({ memberId: halfSessions.memberId })
    .from(halfSessions)
    .innerJoin(memberIdentities, ofProvider(halfSessions.memberId))
    .where(eq(halfSessions.providerSession, providerSession ?? ""));
  return [...new Set([...open, ...half].map(({ memberId }) => memberId))].toSorted();
}
