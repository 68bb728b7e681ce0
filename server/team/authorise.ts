import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { permits } from "#lib/members/roles.ts";
import { lockAdministrators } from "#server/auth/sessions/lockAdministrators.ts";
import type { Transaction } from "#server/db/connect.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { permissionMissing } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";

/**
 * Locks all active administrators until the transaction ends, and checks that the actor still is one. The operator at the machine may
 * do anything.
 * @returns the ids of the active administrators.
 * @throws AppError `forbidden`.
 */
export async function authoriseTeamChange(tx: Transaction, { actor }: TeamRequest): Promise<string[]> {
  const managers = await lockAdministrators(tx);
  const isAllowed =
    actor.id === null || managers.some(({ id, role }) => id === actor.id && permits(role, "team.manage"));
  if (!isAllowed) throw permissionMissing("team.manage");
  return managers.map(({ id }) => id);
}

/**
 * The same check for reading, without a lock.
 * @throws AppError `forbidden`.
 */
export async function authoriseTeamRead({ db, actor }: TeamRequest): Promise<void> {
  if (actor.id === null) return;
  const [member] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.id, actor.id), isNull(members.disabledAt)));
  if (!member || !permits(member.role, "team.manage")) throw permissionMissing("team.manage");
}
