import "server-only";
import { eq } from "drizzle-orm";
import type { RoleId } from "#lib/contracts/roles.ts";
import { recordAudit } from "#server/audit/record.ts";
import { lockAdministrators } from "#server/auth/sessions/lockAdministrators.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";

const BY = { by: "identity provider" };

/**
 * Gives a member the role that their groups at the identity provider map to, or none. Either ends their sessions, as every change of
 * rights does; audited. The last administrator keeps the role whatever the groups say: without one, nobody could manage the team.
 * @returns whether the member may sign in.
 */
export async function applyMappedRole(
  program: Pick<Program, "db" | "clock" | "log">,
  memberId: string,
  role: RoleId | null,
): Promise<boolean> {
  const [known] = await program.db
    .select({ role: members.role })
    .from(members)
    .where(eq(members.id, memberId));
  if (role !== null && known?.role === role) return true;
  return program.db.transaction(async (tx) => {
    const administrators = await lockAdministrators(tx);
    const [member] = await tx
      .select({ role: members.role })
      .from(members)
      .where(eq(members.id, memberId))
      .for("no key update");
    if (member === undefined) return false;
    if (member.role === role) return true;
    const now = program.clock.now();
    if (administrators.length === 1 && administrators[0]?.id === memberId) {
      await recordAudit(tx, {
        at: now,
        action: "member.role-kept",
        memberId,
        details: { role: member.role, mapped: role ?? "no role", ...BY },
      });
      return true;
    }
    await (role === null
      ? endSessions(tx, memberId, now)
      : changeRole(tx, { memberId, from: member.role, to: role }, now));
    return role !== null;
  });
}

async function changeRole(
  tx: Transaction,
  { memberId, from, to }: { memberId: string; from: string; to: RoleId },
  now: number,
): Promise<void> {
  await tx.update(members).set({ role: to, updatedAt: now }).where(eq(members.id, memberId));
  await revokeSessionsOf(tx, memberId, now);
  await recordAudit(tx, {
    at: now,
    action: "member.role-changed",
    memberId,
    details: { from, to, ...BY },
  });
}

/** Ends all sessions of a member who is in no mapped group any more, also on other devices. */
async function endSessions(tx: Transaction, memberId: string, now: number): Promise<void> {
  const sessionsEnded = await revokeSessionsOf(tx, memberId, now);
  if (sessionsEnded === 0) return;
  await recordAudit(tx, {
    at: now,
    action: "member.sessions-ended",
    memberId,
    details: { sessionsEnded, ...BY },
  });
}
