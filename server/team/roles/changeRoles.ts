import "server-only";
import { eq, sql } from "drizzle-orm";
import { ROLES } from "#lib/contracts/team/role.ts";
import type { AddRoleRequest, ChangeRoleRequest, RoleGrants, RoleView } from "#lib/contracts/team/roles.ts";
import { viewNameKey } from "#lib/contracts/text/viewName.ts";
import { completeGrants, problemOfGrants } from "#lib/members/grants.ts";
import { ROLE_NAMES } from "#lib/members/roleNames.ts";
import { counted } from "#lib/text/counts.ts";
import { recordAudit } from "#server/audit/record.ts";
import { lockSecuritySettings } from "#server/auth/secondFactor/securitySettings.ts";
import { grantsOfRow, type CustomRoleRow } from "#server/context/customRole.ts";
import { AppError } from "#server/context/errors.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { nameTaken, requireFreeName } from "#server/context/requireFreeName.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import type { Transaction } from "#server/db/connect.ts";
import { orderLimits } from "#server/db/schema/limits.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { securitySettings } from "#server/db/schema/secondFactor.ts";
import { authoriseTeamChange, requireHolding } from "#server/context/teamAuthority.ts";
import { toRoleView } from "./listRoles.ts";

/**
 * Creates a custom role with permissions that the member has. Audited.
 * @throws AppError `forbidden`, `reauthentication-required`, `validation`, `conflict` for a name in use.
 */
export async function addRole(request: TeamRequest, input: AddRoleRequest): Promise<RoleView> {
  await requireRecentSignIn(request);
  const grants = readGrants(input.grants);
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    requireHolding(await authoriseTeamChange(tx, request), { grants });
    await requireFreeRoleName(tx, input.name);
    const [row] = await tx
      .insert(customRoles)
      .values({ ...columnsOf(input.name, grants), version: 1, createdAt: now, updatedAt: now })
      .returning();
    if (row === undefined) throw new Error("The role was not written.");
    await askSecondFactorToo(tx, row.id);
    await recordRole(tx, request, "role.added", { name: row.name, grants });
    return toRoleView(row);
  });
}

/**
 * Changes the name or the permissions of a role. Takes effect with the next request of each of its members, because requests read
 * the role again. Members can neither grant permissions that they do not have, nor change a role that has more. Audited with the
 * previous values.
 * @throws AppError `forbidden`, `reauthentication-required`, `validation`, `not-found`, `conflict` also if it was changed in the
 * meantime.
 */
export async function changeRole(
  request: TeamRequest,
  { roleId, name, grants: wanted, version }: ChangeRoleRequest & { roleId: string },
): Promise<RoleView> {
  await requireRecentSignIn(request);
  const grants = readGrants(wanted);
  return request.db.transaction(async (tx) => {
    const authority = await authoriseTeamChange(tx, request);
    const before = await requireCustomRole(tx, roleId);
    requireHolding(authority, { grants: grantsOfRow(before) });
    requireHolding(authority, { grants });
    if (before.version !== version)
      throw new AppError(
        "conflict",
        "This role has been changed in the meantime. Reload the page to see it as it is now.",
      );
    await requireFreeRoleName(tx, name, roleId);
    const [row] = await tx
      .update(customRoles)
      .set({ ...columnsOf(name, grants), version: version + 1, updatedAt: request.clock.now() })
      .where(eq(customRoles.id, roleId))
      .returning();
    if (row === undefined) throw new Error("The role was not written.");
    const was = { name: before.name, grants: grantsOfRow(before) };
    await recordRole(tx, request, "role.changed", { name: row.name, grants, before: was });
    return toRoleView(row);
  });
}

/**
 * Deletes a role that no member has any more, with its spending limits. Audited.
 * @throws AppError `forbidden`, `reauthentication-required`, `not-found`, `conflict` while members have it.
 */
export async function deleteRole(request: TeamRequest, { roleId }: { roleId: string }): Promise<void> {
  await requireRecentSignIn(request);
  await request.db.transaction(async (tx) => {
    const authority = await authoriseTeamChange(tx, request);
    const row = await requireCustomRole(tx, roleId);
    requireHolding(authority, { grants: grantsOfRow(row) });
    const holders = await tx.$count(members, eq(members.role, roleId));
    if (holders > 0) {
      const people = counted(holders, "member has", "members have");
      throw new AppError(
        "conflict",
        `${people} this role, including disabled ones. Give them another role first.`,
      );
    }
    await tx.delete(orderLimits).where(eq(orderLimits.role, roleId));
    await lockSecuritySettings(tx);
    await tx
      .update(securitySettings)
      .set({ secondFactorRoles: sql`array_remove(${securitySettings.secondFactorRoles}, ${roleId})` });
    await tx.delete(customRoles).where(eq(customRoles.id, roleId));
    await recordRole(tx, request, "role.deleted", { name: row.name, grants: grantsOfRow(row) });
  });
}

function readGrants(given: RoleGrants): RoleGrants {
  const problem = problemOfGrants(given);
  if (problem !== null) throw new AppError("validation", problem, { fields: { grants: problem } });
  return completeGrants(given);
}

function columnsOf(name: string, { account, sandbox, production }: RoleGrants) {
  return {
    name,
    nameKey: viewNameKey(name),
    accountGrants: account,
    sandboxGrants: sandbox,
    productionGrants: production,
  };
}

async function requireCustomRole(tx: Transaction, roleId: string): Promise<CustomRoleRow> {
  const [row] = await tx.select().from(customRoles).where(eq(customRoles.id, roleId)).for("update");
  if (row !== undefined) return row;
  throw new AppError("not-found", "This role no longer exists. Reload the page.");
}

/** No role may look like another, including built-in ones. */
async function requireFreeRoleName(tx: Transaction, name: string, except?: string): Promise<void> {
  const key = viewNameKey(name);
  const message = () => `There is already a role called “${name}”.`;
  if (ROLES.some((role) => key === role || key === viewNameKey(ROLE_NAMES[role].name)))
    throw nameTaken(message());
  await requireFreeName(tx, customRoles, { name, list: undefined, except, message });
}

/** If every built-in role requires a second factor, a new role must too, so that it cannot be used to avoid the rule. */
async function askSecondFactorToo(tx: Transaction, roleId: string): Promise<void> {
  const { secondFactorRoles } = await lockSecuritySettings(tx);
  if (!ROLES.every((role) => secondFactorRoles.includes(role))) return;
  await tx.update(securitySettings).set({ secondFactorRoles: [...secondFactorRoles, roleId] });
}

async function recordRole(
  tx: Transaction,
  { clock, actor }: TeamRequest,
  action: "role.added" | "role.changed" | "role.deleted",
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, { at: clock.now(), actorId: actor.id, action, details });
}
