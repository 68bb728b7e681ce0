import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import type { LimitsView } from "#lib/contracts/team/limits.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requireOpenEnvironment, requirePermission } from "#server/context/requirePermission.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { orderLimits } from "#server/db/schema/limits.ts";
import { members } from "#server/db/schema/members.ts";

/**
 * All spending limits of this environment, those of roles first.
 * @throws AppError `forbidden`.
 */
export async function listLimits(request: MemberRequest): Promise<LimitsView> {
  requirePermission(request, "team.manage");
  requireOpenEnvironment(request);
  return readLimits(request.db, request);
}

export async function readLimits(
  db: Database | Transaction,
  { environment }: MemberRequest,
): Promise<LimitsView> {
  const rows = await db
    .select({ limit: orderLimits, memberName: members.name })
    .from(orderLimits)
    .leftJoin(members, eq(members.id, orderLimits.memberId))
    .where(eq(orderLimits.environment, environment))
    .orderBy(sql`${orderLimits.role} nulls last`, asc(members.name), asc(orderLimits.currency));
  return {
    limits: rows.flatMap(({ limit, memberName }) => {
      const { memberId, role, currency, perOrder, perDay, perMonth } = limit;
      const subject = memberId !== null ? { memberId } : role !== null ? { role } : null;
      return subject === null ? [] : [{ subject, memberName, currency, perOrder, perDay, perMonth }];
    }),
  };
}
