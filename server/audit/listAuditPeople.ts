import "server-only";
import { asc } from "drizzle-orm";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";

/**
 * Lists the names of all members, whom the audit log is filtered by and names itself. Whoever reads it need not manage the team.
 * @throws AppError `forbidden`.
 */
export async function listAuditPeople(request: MemberRequest): Promise<{ id: string; name: string }[]> {
  requirePermission(request, "audit.read");
  return request.db
    .select({ id: members.id, name: members.name })
    .from(members)
    .orderBy(asc(members.name), asc(members.email));
}
