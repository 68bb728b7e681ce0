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

/** What decides whether a change of the team is allowed. */
export type TeamAuthority = {
  /** The active administrators, locked until the transaction ends. */
  adminIds: string[];
  /** The actor's permissions: they can neither grant more, nor change members and roles that have more. */
  grants: RoleGrants;
};

/**
 * Locks all active administrators until the transaction ends, which serialises changes of members and roles (two administrators
 * cannot remove each other at the same time and leave none), and checks that the actor may still manage the team. The operator at
 * the machine may do anything.
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

/** From the current row: a member who has been disabled in the meantime has no permissions. */
async function readGrantsOfActor(db: Database | Transaction, actorId: string | null): Promise<RoleGrants> {
  if (actorId === null) return builtInGrants("admin");
  const { grants, isActive } = await readRoleOf(db, actorId);
  return isActive ? grants : NO_GRANTS;
}

/** A role with its permissions, and its name in the audit log: the word for a built-in role, the name of a custom one. */
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
 * The role that is to be granted.
 * @throws AppError `validation` if it does not exist.
 */
export async function requireRole(db: Database | Transaction, role: string): Promise<HeldRole> {
  if (ROLES.some((each) => each === role)) return heldRole(role, null);
  const [custom] = await db.select().from(customRoles).where(eq(customRoles.id, role));
  if (custom !== undefined) return heldRole(role, custom);
  const message = "This role no longer exists. Choose another.";
  throw new AppError("validation", message, { fields: { role: message } });
}

/**
 * Refuses to grant, remove or change permissions that the actor does not have: nobody grants more than they have, or takes over a
 * member who may do more, for example by resetting their password.
 * @throws AppError `forbidden`.
 */
export function requireHolding({ grants }: TeamAuthority, wanted: Pick<HeldRole, "grants">): void {
  const missing = missingGrants(grants, wanted.grants);
  if (missing.length === 0) return;
  throw new AppError(
    "forbidden",
    `This needs permissions that you don't hold yourself: ${missing.slice(0, 5).join("; ")}. Ask an administrator.`,
  );
}
