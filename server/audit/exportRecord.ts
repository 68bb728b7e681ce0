import "server-only";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { AuditAction } from "#lib/audit/actions.ts";
import { HOUR } from "#lib/time/instant.ts";
import { tokenOfActor } from "#server/context/actingToken.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { recordAudit } from "./record.ts";

/** How long after its audit record the further pages of an export may be requested. */
const RECORD_COUNTS_MS = HOUR;

type ExportRecord = { action: Extract<AuditAction, `${string}.exported`>; details: Record<string, unknown> };

/** Records that the member exports a list, before its first page is answered. */
export async function recordExport(
  { db, clock, environment, actor }: MemberRequest,
  { action, details }: ExportRecord,
): Promise<void> {
  const record = { at: clock.now(), environment, actorId: actor.id, action, details };
  await db.transaction((tx) => recordAudit(tx, record));
}

/**
 * Whether the same member has begun this export lately, by the same token if by one. A further page is covered by that record, which is looked
 * for, since a cursor can be made up.
 */
export async function wasExportBegun(
  { db, clock, environment, actor }: MemberRequest,
  { action, details }: ExportRecord,
): Promise<boolean> {
  const token = tokenOfActor(actor.id);
  const found = await db
    .select({ id: auditRecords.id })
    .from(auditRecords)
    .where(
      and(
        gt(auditRecords.at, clock.now() - RECORD_COUNTS_MS),
        eq(auditRecords.environment, environment),
        eq(auditRecords.actorId, actor.id),
        eq(auditRecords.action, action),
        eq(auditRecords.details, details),
        token === null ? isNull(auditRecords.token) : eq(auditRecords.token, token),
      ),
    )
    .limit(1);
  return found.length > 0;
}
