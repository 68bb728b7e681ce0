import "server-only";
import { eq } from "drizzle-orm";
import { ROLES } from "#lib/contracts/role.ts";
import type { RoleGrants } from "#lib/contracts/roles.ts";
import { builtInGrants, missingGrants, NO_GRANTS, roleGrants } from "#lib/members/grants.ts";
import { lockAdministrators } from "#server/auth/sessions/lockAdministrators.ts";
import { grantsOfRow, type CustomRoleRow } from "#server/context/customRole.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { AppError } from "#server/context/errors.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { permissionMissing } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";

/** What a change of the team is decided by. */
export type TeamAuthority = {
  /** The active administrators, locked until the transaction ends. */
  adminIds: string[];
  /** What whoever changes it holds: they can neither give more, nor change members and roles that hold more. */
  grants: RoleGrants;
};

/**
 * Locks all active administrators until the transaction ends, so that changes of members and roles happen one after the other (two
 * administrators cannot remove each other at the same time and leave nobody), and checks that the actor still may manage the team.
 * The operator at the machine may do anything.
 * @throws AppError `forbidden`.
 */
export async function authoriseTeamChange(tx: Transaction, { actor }: TeamRequest): Promise<TeamAuthority> {
  const admins = await lockAdministrators(tx);
  const grants = await readGrantsOfActor(tx, actor.id);
  if (!grants.account.includes("team.manage")) throw permissionMissing("team.manage");
  return { adminIds: admins.map(({ id }) => id), grants };
}

/**
 * The same check for reading, without a lock.
 * @throws AppError `forbidden`.
 */
export async function authoriseTeamRead({ db, actor }: TeamRequest): Promise<void> {
  const grants = await readGrantsOfActor(db, actor.id);
  if (!grants.account.includes("team.manage")) throw permissionMissing("team.manage");
}

/** From the row as it is now: who was disabled meanwhile holds nothing. */
async function readGrantsOfActor(db: Database | Transaction, actorId: string | null): Promise<RoleGrants> {
  if (actorId === null) return builtInGrants("admin");
  const { grants, isActive } = await readRoleOf(db, actorId);
  return isActive ? grants : NO_GRANTS;
}

/** A role with what it holds, as the audit log names it: a built-in one by its word, a custom one by its name. */
export type HeldRole = { recordedAs: string; grants: RoleGrants };

/** The role of a member. */
export async function readRoleOf(
  db: Database | Transaction,
  memberId: string,
): Promise<HeldRole & { isActive: boolean }> {
  const [found] = await db
    .select({ role: members.role, custom: customRoles, disabledAt: members.disabledAt })
    .from(members)
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(eq(members.id, memberId));
  if (found === undefined) return { recordedAs: "", grants: NO_GRANTS, isActive: false };
  return { ...heldRole(found.role, found.custom), isActive: found.disabledAt === null };
}

function heldRole(role: string, custom: CustomRoleRow | null): HeldRole {
  return { recordedAs: custom?.name ?? role, grants: roleGrants(role, custom && grantsOfRow(custom)) };
}

/**
 * The role that is given to somebody.
 * @throws AppError `validation` for one that does not exist.
 */
export async function requireRole(db: Database | Transaction, role: string): Promise<HeldRole> {
  if (ROLES.some((each) => each === role)) return heldRole(role, null);
  const [custom] = await db.select().from(customRoles).where(eq(customRoles.id, role));
  if (custom !== undefined) return heldRole(role, custom);
  const message = "This role doesn't exist any more. Choose another.";
  throw new AppError("validation", message, { fields: { role: message } });
}

/**
 * Refuses to give, take or change what the actor does not hold: nobody grants more than they hold, and nobody takes over a member who
 * may do more, such as by a new password.
 * @throws AppError `forbidden`.
 */
export function requireHolding({ grants }: TeamAuthority, wanted: Pick<HeldRole, "grants">): void {
  const missing = missingGrants(grants, wanted.grants);
  if (missing.length === 0) return;
  throw new AppError(
    "forbidden",
    `This takes permissions that you don't hold yourself: ${missing.slice(0, 5).join("; ")}. Ask an administrator.`,
  );
}
