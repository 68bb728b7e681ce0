import "server-only";
import { and, inArray, isNotNull, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { DAY, toIso, type Instant } from "#lib/time/instant.ts";
import { sealAudit } from "#server/audit/chain/sealAudit.ts";
import type { Program } from "#server/context/context.ts";
import type { Database } from "#server/db/connect.ts";
import { codeMisses, signInFailures } from "#server/db/schema/audit.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
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
  /** Hourly counts for the audit log: of failed sign-ins, and of texts that were looked up and were no codes. */
  signInFailures: number;
  /** Deleted drafts, which can be restored until then. */
  deletedDrafts: number;
  /** What members and webhooks were told. */
  notices: number;
  /** What has changed in the catalog. */
  catalogChanges: number;
  /** Audit records, which are moved to the archive. */
  audit: number;
};

/** How many rows the job removed or moved. */
export type Retained = Record<
  | keyof RetentionDays
  | "invitations"
  | "codeMisses"
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
  { db, clock }: Pick<Program, "db" | "clock">,
  days: RetentionDays,
): Promise<Retained> {
  const before = (count: number): Instant => clock.now() - count * DAY;
  const remove = (id: AnyPgColumn, expiry: AnyPgColumn, count: number) =>
    inBatches(() => removeBatch(db, id, lt(expiry, before(count))));
  return {
    sessions: await remove(sessions.id, sessions.expiresAt, days.sessions),
    invitations: await remove(invitations.id, invitations.expiresAt, days.sessions),
    serviceCalls: await remove(serviceCalls.id, serviceCalls.at, days.serviceCalls),
    signInAttempts: await remove(signInAttempts.id, signInAttempts.at, days.signInAttempts),
    halfSessions: await remove(halfSessions.id, halfSessions.expiresAt, days.signInAttempts),
    spentChallenges: await remove(spentChallenges.challenge, spentChallenges.expiresAt, days.signInAttempts),
    pendingAuthenticators: await forgetPending(db, before(days.signInAttempts)),
    signInFailures: await remove(signInFailures.id, signInFailures.lastAt, days.signInFailures),
    codeMisses: await remove(codeMisses.id, codeMisses.lastAt, days.signInFailures),
    deletedDrafts: await remove(drafts.id, drafts.deletedAt, days.deletedDrafts),
    audit: await archiveSealed(db, before(days.audit)),
    webhookDeliveries: await remove(webhookDeliveries.id, webhookDeliveries.createdAt, days.notices),
    notices: await remove(notices.id, notices.firstAt, days.notices),
    catalogChanges: await remove(catalogChanges.id, catalogChanges.foundAt, days.catalogChanges),
  };
}

async function removeBatch(db: Database, id: AnyPgColumn, expired: SQL): Promise<number> {
  const batch = db.select({ id }).from(id.table).where(expired).limit(BATCH);
  const removed = await db.delete(id.table).where(inArray(id, batch));
  return removed.rowCount ?? 0;
}

/** One row for each member at most. The condition is checked on the current row, so a member who has begun again keeps the new secret. */
async function forgetPending(db: Database, until: Instant): Promise<number> {
  const isOld = and(isNotNull(totpAuthenticators.pendingAt), lt(totpAuthenticators.pendingAt, until));
  const never = await db.delete(totpAuthenticators).where(and(isOld, isNull(totpAuthenticators.secret)));
  const beside = await db
    .update(totpAuthenticators)
    .set({ pendingSecret: null, pendingAt: null })
    .where(isOld);
  return (never.rowCount ?? 0) + (beside.rowCount ?? 0);
}

/** Only sealed records are archived. */
async function archiveSealed(db: Database, until: Instant): Promise<number> {
  await sealAudit(db);
  return inBatches(async () => {
    const { rows } = await db.execute<{ moved: number }>(
      sql`select archive_audit(${toIso(until)}::timestamptz, ${BATCH})::int as moved`,
    );
    return rows[0]?.moved ?? 0;
  });
}

async function inBatches(batch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let last = BATCH; last === BATCH;) {
    last = await batch();
    total += last;
  }
  return total;
}
