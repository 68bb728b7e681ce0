import "server-only";
import { and, desc, eq, gt } from "drizzle-orm";
import { revealAlertSchema, type RevealAlerts } from "#lib/contracts/codes/revealAlerts.ts";
import { DAY, toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { isOpenTo, requirePermission } from "#server/context/requirePermission.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";

const SHOWN = 5;

/**
 * The limits on revealing codes that were nearly used up within the last day, in the request's environment; none where the member may
 * do nothing.
 * @throws AppError `forbidden`.
 */
export async function listRevealAlerts(request: MemberRequest): Promise<RevealAlerts> {
  requirePermission(request, "audit.read");
  if (!isOpenTo(request.actor)) return { alerts: [] };
  const rows = await request.db
    .select({ record: auditRecords, member: members.name })
    .from(auditRecords)
    .leftJoin(members, eq(members.id, auditRecords.actorId))
    .where(
      and(
        gt(auditRecords.at, request.clock.now() - DAY),
        eq(auditRecords.environment, request.environment),
        eq(auditRecords.action, "codes.budget-neared"),
      ),
    )
    .orderBy(desc(auditRecords.id))
    .limit(SHOWN);
  return {
    alerts: rows.map(({ record, member }) =>
      revealAlertSchema.parse({ ...record.details, id: String(record.id), at: toIso(record.at), member }),
    ),
  };
}
