import "server-only";
import { eq } from "drizzle-orm";
import { ROLES } from "#lib/contracts/team/role.ts";
import type { RoleGrants } from "#lib/contracts/team/roles.ts";
import {
  builtInGrants,
  grantsWithin,
  isOpen,
  missingGrants,
  NO_GRANTS,
  roleGrants,
  type Reach,
} from "#lib/members/grants.ts";
import { lockAdministrators } from "./lockAdministrators.ts";
import { grantsOfRow, type CustomRoleRow } from "./customRole.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { AppError } from "./errors.ts";
import type { TeamRequest } from "./operator.ts";
import { nothingAllowedIn, permissionMissing } from "./requirePermission.ts";
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
export async function authoriseTeamRead({ db, actor }: TeamRequest): Promise<Pick<TeamAuthority, "grants">> {
  const grants = await readGrantsOfActor(db, actor.id);
  if (!grants.account.includes("team.manage")) throw permissionMissing("team.manage");
  return { grants };
}

/**
 * The same for reading what is a member's own, such as their sessions.
 * @throws AppError `forbidden`, also for a member with more permissions than the actor.
 */
export async function authoriseMemberRead(
  request: TeamRequest,
  memberId: string,
  reach: Reach = "everywhere",
): Promise<void> {
  const authority = await authoriseTeamRead(request);
  requireHolding(authority, await readRoleOf(request.db, memberId), reach);
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

/** A role, as read together with its custom row. */
export function heldRole(role: string, custom: CustomRoleRow | null): HeldRole {
  return { recordedAs: custom?.name ?? role, grants: roleGrants(role, custom && grantsOfRow(custom)) };
}

/** A role; null if it does not exist. */
export async function findRole(db: Database | Transaction, role: string): Promise<HeldRole | null> {
  if (ROLES.some((each) => each === role)) return heldRole(role, null);
  const [custom] = await db.select().from(customRoles).where(eq(customRoles.id, role));
  return custom === undefined ? null : heldRole(role, custom);
}

/**
 * The role that is to be granted.
 * @throws AppError `validation` if it does not exist.
 */
export async function requireRole(db: Database | Transaction, role: string): Promise<HeldRole> {
  const found = await findRole(db, role);
  if (found !== null) return found;
  const message = "This role no longer exists. Choose another.";
  throw new AppError("validation", message, { fields: { role: message } });
}

/**
 * Decides whether the actor may act on a member, or on what gives a member permissions (a role, an invitation): nobody grants more
 * than they have, or changes, sees through or takes over a member who may do more, for example by resetting their password. What
 * concerns one environment takes the permissions there, and some of the actor's own.
 * @throws AppError `forbidden`.
 */
export function requireHolding(
  { grants }: Pick<TeamAuthority, "grants">,
  target: Pick<HeldRole, "grants">,
  reach: Reach = "everywhere",
): void {
  if (reach !== "everywhere" && !isOpen(grants, reach)) throw nothingAllowedIn(reach);
  const missing = missingGrants(grants, grantsWithin(target.grants, reach));
  if (missing.length === 0) return;
  throw new AppError(
    "forbidden",
    `This needs permissions that you don't hold yourself: ${missing.slice(0, 5).join("; ")}. Ask an administrator.`,
  );
}

/** Whether {@link requireHolding} lets the actor act on the target everywhere. */
export function holdsAll(
  { grants }: Pick<TeamAuthority, "grants">,
  target: Pick<HeldRole, "grants">,
): boolean {
  return missingGrants(grants, target.grants).length === 0;
}
