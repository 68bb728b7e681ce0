import "server-only";
import { eq } from "drizzle-orm";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import type { Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import { lockAdministrators } from "#server/context/lockAdministrators.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import type { Program } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { BY_PROVIDER, disableByProvider } from "./disableByProvider.ts";

type MemberState = Pick<typeof members.$inferSelect, "id" | "role" | "disabledAt" | "disabledByProvider">;

/**
 * Gives a member the role that their groups at the identity provider map to. A member without a mapped group is disabled, since a
 * password, a passkey or an access token must not do what the provider no longer vouches for. A mapped group enables them again,
 * unless an administrator has disabled them. Each of these changes ends the member's sessions and is audited. The last
 * administrator keeps the role whatever the groups say, because otherwise nobody could manage the team.
 * @returns whether the member may sign in.
 */
export async function applyMappedRole(
  program: Pick<Program, "db" | "clock" | "log">,
  memberId: string,
  role: RoleId | null,
): Promise<boolean> {
  const [known] = await select(program.db, memberId);
  if (known !== undefined && isAsMapped(known, role)) return true;
  return program.db.transaction(async (tx) => {
    const administrators = await lockAdministrators(tx);
    const [member] = await select(tx, memberId).for("no key update");
    if (member === undefined) return false;
    if (isAsMapped(member, role)) return true;
    if (member.disabledAt !== null && !member.disabledByProvider) return false;
    const now = program.clock.now();
    if (administrators.length === 1 && administrators[0]?.id === memberId) {
      await recordAudit(tx, {
        at: now,
        action: "member.role-kept",
        memberId,
        details: { role: member.role, mapped: role ?? "no role", ...BY_PROVIDER },
      });
      return true;
    }
    if (role !== null) await give(tx, member, role, now);
    // One who was disabled before stays as they are.
    else if (member.disabledAt === null) await disableByProvider(tx, memberId, now);
    return role !== null;
  });
}

function select(db: Database | Transaction, memberId: string) {
  const { id, role, disabledAt, disabledByProvider } = members;
  return db.select({ id, role, disabledAt, disabledByProvider }).from(members).where(eq(id, memberId));
}

function isAsMapped({ role, disabledAt }: MemberState, mapped: RoleId | null): boolean {
  return disabledAt === null && role === mapped;
}

async function give(tx: Transaction, member: MemberState, role: RoleId, now: Instant): Promise<void> {
  const { id: memberId, disabledAt } = member;
  await tx
    .update(members)
    .set({ role, disabledAt: null, disabledByProvider: false, updatedAt: now })
    .where(eq(members.id, memberId));
  await revokeSessionsOf(tx, memberId, now);
  await recordAudit(tx, {
    at: now,
    action: disabledAt === null ? "member.role-changed" : "member.enabled",
    memberId,
    details: { ...(member.role === role ? {} : { from: member.role, to: role }), ...BY_PROVIDER },
  });
}
