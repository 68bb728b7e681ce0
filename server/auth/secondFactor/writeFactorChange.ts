import "server-only";
import { and, eq, isNotNull } from "drizzle-orm";
import type { AuditAction } from "#lib/audit/actions.ts";
import type { Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import { deviceOfSession } from "#server/auth/sessions/deviceOfSession.ts";
import { lockOpenSession } from "#server/auth/sessions/lockOpenSession.ts";
import { renewSession } from "#server/auth/sessions/renewSession.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { recoveryCodes } from "#server/db/schema/secondFactor.ts";
import { hasSecondFactor, memberFactors } from "#server/auth/sessions/memberFactors.ts";
import { countRecoveryCodes, writeRecoveryCodes } from "./recoveryCodes.ts";

/**
 * Runs a change of one's own factors in a transaction in which no session of the member can be opened, nor the one that asks ended.
 * @throws AppError `unauthenticated` if it was ended.
 */
export function inFactorChange<T>(
  request: MemberRequest,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return request.db.transaction(async (tx) => {
    await lockOpenSession(tx, request);
    return change(tx);
  });
}

/**
 * What all changes of one's own factors have in common: every existing cookie becomes invalid, this tab gets a new one, and the
 * change is audited.
 */
export async function writeFactorChange(
  tx: Transaction,
  request: MemberRequest,
  action: AuditAction,
  details: Record<string, unknown>,
): Promise<void> {
  const now = request.clock.now();
  const memberId = request.actor.id;
  await tx
    .update(members)
    .set({ firstFactorUntil: null })
    .where(and(eq(members.id, memberId), isNotNull(members.firstFactorUntil)));
  const device = await deviceOfSession(tx, request.sessionId);
  const renewed = await renewSession(tx, request);
  const sessionsEnded = await revokeSessionsOf(tx, memberId, now, { except: renewed });
  await recordAudit(tx, {
    at: now,
    actorId: memberId,
    action,
    memberId,
    details: { ...details, sessionsEnded, ...device },
  });
}

/** Recovery codes stand in for a factor, so they are removed with the last one. */
export async function dropUselessRecoveryCodes(tx: Transaction, memberId: string): Promise<void> {
  if (!hasSecondFactor(await memberFactors(tx, memberId)))
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId));
}

/** New recovery codes for a member who has none, to be shown once; null for a member who has some. */
export async function ensureRecoveryCodes(
  tx: Transaction,
  memberId: string,
  now: Instant,
): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, memberId)) > 0 ? null : writeRecoveryCodes(tx, memberId, now);
}
