import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import { GRANTS, PERMISSIONS, type Grant, type Permission } from "#lib/contracts/team/permission.ts";
import { ROLES, type Role } from "#lib/contracts/team/role.ts";
import type { RoleGrants } from "#lib/contracts/team/roles.ts";
import { grantsOf, permissionLabel, PERMISSION_TABLE } from "./roles.ts";

export const NO_GRANTS: RoleGrants = { account: [], sandbox: [], production: [] };

/** The grants that everybody who may do anything in an environment has, because its pages need them. */
const BASE: readonly Grant[] = ["catalog.read", "orders.read"];

/** The permission of a grant. */
export function permissionOfGrant(grant: Grant): Permission {
  const found = PERMISSIONS.find((permission) => grant === permission || grant === `${permission}.own`);
  if (found === undefined) throw new Error(`${grant} is of no permission.`);
  return found;
}

/** The grants of the account, or of an environment. */
export function grantsOfScope(scope: "account" | "environment"): Grant[] {
  return GRANTS.filter((grant) => PERMISSION_TABLE[permissionOfGrant(grant)].scope === scope);
}

/** The same to choose from: the grant for what members made themselves follows the one for everything. */
export function offeredGrants(scope: "account" | "environment"): Grant[] {
  const grants = grantsOfScope(scope);
  return PERMISSIONS.flatMap((permission) =>
    grants.filter((grant) => permissionOfGrant(grant) === permission),
  );
}

/** The label of a grant in a list. */
export function grantLabel(grant: Grant): string {
  const label = permissionLabel(permissionOfGrant(grant));
  return grant.endsWith(".own") ? `${label}, only their own` : label;
}

/** The grants of a built-in role, which are the same in both environments. */
export function builtInGrants(role: Role): RoleGrants {
  const grants = (scope: "account" | "environment") =>
    grantsOfScope(scope).filter((grant) => grantsOf({ role }).includes(grant));
  return { account: grants("account"), sandbox: grants("environment"), production: grants("environment") };
}

/** The grants of a role's members in one environment. */
export function grantsIn(grants: RoleGrants, environment: Environment): Grant[] {
  return [...grants.account, ...grants[environment]];
}

/** Whether the role's members may do anything there. */
export function isOpen(grants: RoleGrants, environment: Environment): boolean {
  return grants[environment].length > 0;
}

/** The same grants, each once and in their fixed order, with those that every use of an environment needs. */
export function completeGrants({ account, sandbox, production }: RoleGrants): RoleGrants {
  return { account: inOrder(account), sandbox: withBase(sandbox), production: withBase(production) };
}

function inOrder(grants: readonly Grant[]): Grant[] {
  return GRANTS.filter((grant) => grants.includes(grant));
}

function withBase(grants: readonly Grant[]): Grant[] {
  return inOrder(grants.length === 0 ? [] : [...BASE, ...grants]);
}

/** Why no role can have these grants; null: one can. */
export function problemOfGrants(grants: RoleGrants): string | null {
  const account = grantsOfScope("account");
  const misplaced = [
    ...grants.account.filter((grant) => !account.includes(grant)),
    ...environmentSchema.options.flatMap((name) => grants[name].filter((grant) => account.includes(grant))),
  ];
  if (misplaced.length > 0)
    return `These permissions can't be given here: ${misplaced.map(grantLabel).join(", ")}.`;
  const isEmpty = [grants.account, grants.sandbox, grants.production].every((each) => each.length === 0);
  return isEmpty ? "Choose at least one permission." : null;
}

/** Where an act on a member has its effect: in one environment, or wherever the member may do anything. */
export type Reach = Environment | "everywhere";

/** The grants that count for an act of that reach: those of the account, and those of the environment or of both. */
export function grantsWithin(grants: RoleGrants, reach: Reach): RoleGrants {
  return reach === "everywhere" ? grants : { ...NO_GRANTS, account: grants.account, [reach]: grants[reach] };
}

/** The labels of the grants in `wanted` that `held` lacks. */
export function missingGrants(held: RoleGrants, wanted: RoleGrants): string[] {
  const missing = (place: keyof RoleGrants) =>
    wanted[place].filter(
      (grant) => !held[place].includes(grant) && !held[place].includes(permissionOfGrant(grant)),
    );
  return [
    ...missing("account").map(grantLabel),
    ...environmentSchema.options.flatMap((name) =>
      missing(name).map((grant) => `${grantLabel(grant)} (${name})`),
    ),
  ];
}

/** The grants of any role: the stored ones of a custom role, those in the table for a built-in one, none for an unknown one. */
export function roleGrants(role: string, custom: RoleGrants | null): RoleGrants {
  const builtIn = ROLES.find((each) => each === role);
  return builtIn === undefined ? (custom ?? NO_GRANTS) : builtInGrants(builtIn);
}

/**
 * The grants with one added or removed. The base grants of an environment are added with its first grant, and removing one of
 * them removes all.
 */
export function toggleGrant(grants: RoleGrants, place: keyof RoleGrants, grant: Grant): RoleGrants {
  const before = grants[place];
  if (!before.includes(grant)) return completeGrants({ ...grants, [place]: [...before, grant] });
  if (place !== "account" && BASE.includes(grant)) return { ...grants, [place]: [] };
  return { ...grants, [place]: before.filter((each) => each !== grant) };
}
