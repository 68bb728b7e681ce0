import "server-only";
import { and, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { DAY, type Instant } from "#lib/time/instant.ts";
import { sealAudit } from "#server/audit/chain/sealAudit.ts";
import type { Program } from "#server/context/context.ts";
import { signInFailures } from "#server/db/schema/audit.ts";
import { invitations } from "#server/db/schema/invitations.ts";
import { sessions, signInAttempts } from "#server/db/schema/members.ts";
import { notices } from "#server/db/schema/notices.ts";
import { webhookDeliveries } from "#server/db/schema/webhooks.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { halfSessions, spentChallenges, totpAuthenticators } from "#server/db/schema/secondFactor.ts";
import { serviceCalls } from "#server/db/schema/service.ts";

/** Retention periods, in days. */
export type RetentionDays = {
  /** Sessions and invitations, counted from their expiry at the latest. A member who joined by an invitation stays. */
  sessions: number;
  /** The request log. */
  serviceCalls: number;
  /**
   * Failed and successful attempts to sign in, which are needed for minutes only; and, counted from their expiry, sign-ins that
   * waited for a second factor, answered passkey challenges, and authenticator apps that were never confirmed.
   */
  signInAttempts: number;
  /** Hourly counts of failed sign-ins for the audit log. */
  signInFailures: number;
  /** Deleted drafts, which can be restored until then. */
  deletedDrafts: number;
  /** What members and webhooks were told. */
  notices: number;
  /** Audit records, which are moved to the archive. */
  audit: number;
};

/** How many rows the job removed or moved. */
export type Retained = Record<
  | keyof RetentionDays
  | "invitations"
  | "webhookDeliveries"
  | "halfSessions"
  | "spentChallenges"
  | "pendingAuthenticators",
  number
>;

/** How many rows one statement removes: a long statement would hold locks and fill the write-ahead log at once. */
const BATCH = 5_000;

/** Removes expired rows and archives old audit records. Idempotent, also if two instances run it. */
export async function applyRetention(
  program: Pick<Program, "db" | "clock">,
  days: RetentionDays,
): Promise<Retained> {
  const before = (count: number) => program.clock.now() - count * DAY;
  const { db } = program;
  return {
    sessions: await inBatches(() =>
      removeBatch(sessions, sessions.id, lt(sessions.expiresAt, before(days.sessions))),
    ),
    invitations: await inBatches(() =>
      removeBatch(invitations, invitations.id, lt(invitations.expiresAt, before(days.sessions))),
    ),
    serviceCalls: await inBatches(() =>
      removeBatch(serviceCalls, serviceCalls.id, lt(serviceCalls.at, before(days.serviceCalls))),
    ),
    signInAttempts: await inBatches(() =>
      removeBatch(signInAttempts, signInAttempts.id, lt(signInAttempts.at, before(days.signInAttempts))),
    ),
    halfSessions: await inBatches(() =>
      removeBatch(halfSessions, halfSessions.id, lt(halfSessions.expiresAt, before(days.signInAttempts))),
    ),
    spentChallenges: await inBatches(() =>
      removeBatch(
        spentChallenges,
        spentChallenges.challenge,
        lt(spentChallenges.expiresAt, before(days.signInAttempts)),
      ),
    ),
    pendingAuthenticators: await forgetPending(before(days.signInAttempts)),
    signInFailures: await inBatches(() =>
      removeBatch(signInFailures, signInFailures.id, lt(signInFailures.lastAt, before(days.signInFailures))),
    ),
    deletedDrafts: await inBatches(() =>
      removeBatch(drafts, drafts.id, lt(drafts.deletedAt, before(days.deletedDrafts))),
    ),
    audit: await archiveSealed(),
    webhookDeliveries: await inBatches(() =>
      removeBatch(
        webhookDeliveries,
        webhookDeliveries.id,
        lt(webhookDeliveries.createdAt, before(days.notices)),
      ),
    ),
    notices: await inBatches(() =>
      removeBatch(notices, notices.id, lt(notices.firstAt, before(days.notices))),
    ),
  };

  async function removeBatch(
    table: PgTable,
    id: AnyPgColumn,
    expired: ReturnType<typeof lt>,
  ): Promise<number> {
    const batch = db.select({ id }).from(table).where(expired).limit(BATCH);
    const removed = await db.delete(table).where(inArray(id, batch));
    return removed.rowCount ?? 0;
  }

  /** One row for each member at most. The condition is checked on the current row, so a member who has begun again keeps the new secret. */
  async function forgetPending(until: Instant): Promise<number> {
    const isOld = and(isNotNull(totpAuthenticators.pendingAt), lt(totpAuthenticators.pendingAt, until));
    const never = await db.delete(totpAuthenticators).where(and(isOld, isNull(totpAuthenticators.secret)));
    const beside = await db
      .update(totpAuthenticators)
      .set({ pendingSecret: null, pendingAt: null })
      .where(isOld);
    return (never.rowCount ?? 0) + (beside.rowCount ?? 0);
  }

  /** Only sealed records are archived. */
  async function archiveSealed(): Promise<number> {
    await sealAudit(db);
    return inBatches(archiveBatch);
  }

  async function archiveBatch(): Promise<number> {
    const oldest = new Date(before(days.audit)).toISOString();
    const { rows } = await db.execute<{ moved: number }>(
      sql`select archive_audit(${oldest}::timestamptz, ${BATCH})::int as moved`,
    );
    return rows[0]?.moved ?? 0;
  }
}

async function inBatches(batch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let last = BATCH; last === BATCH;) {
    last = await batch();
    total += last;
  }
  return total;
}
