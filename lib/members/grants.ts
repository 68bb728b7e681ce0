import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import { GRANTS, PERMISSIONS, type Grant, type Permission } from "#lib/contracts/permission.ts";
import { ROLES, type Role } from "#lib/contracts/role.ts";
import type { RoleGrants } from "#lib/contracts/roles.ts";
import { grantsOf, permissionLabel, PERMISSION_TABLE } from "./roles.ts";

export const NO_GRANTS: RoleGrants = { account: [], sandbox: [], production: [] };

/** What everybody holds who may do anything in an environment: its pages are made of these. */
const BASE: readonly Grant[] = ["catalog.read", "orders.read"];

/** The permission of a grant. */
export function permissionOfGrant(grant: Grant): Permission {
  const found = PERMISSIONS.find((permission) => grant === permission || grant === `${permission}.own`);
  if (found === undefined) throw new Error(`${grant} is of no permission.`);
  return found;
}

/** The grants that can be held of the account, or of an environment. */
export function grantsOfScope(scope: "account" | "environment"): Grant[] {
  return GRANTS.filter((grant) => PERMISSION_TABLE[permissionOfGrant(grant)].scope === scope);
}

/** A grant as a list of them shows it. */
export function grantLabel(grant: Grant): string {
  const label = permissionLabel(permissionOfGrant(grant));
  return grant.endsWith(".own") ? `${label}, only one's own` : label;
}

/** What a built-in role holds: the same in both environments. */
export function builtInGrants(role: Role): RoleGrants {
  const grants = (scope: "account" | "environment") =>
    grantsOfScope(scope).filter((grant) => grantsOf({ role }).includes(grant));
  return { account: grants("account"), sandbox: grants("environment"), production: grants("environment") };
}

/** What one of its members holds in one environment. */
export function grantsIn(grants: RoleGrants, environment: Environment): Grant[] {
  return [...grants.account, ...grants[environment]];
}

/** Whether its members may do anything there. */
export function isOpen(grants: RoleGrants, environment: Environment): boolean {
  return grants[environment].length > 0;
}

/** The same grants once each and in their order, with those that every use of an environment needs. */
export function completeGrants({ account, sandbox, production }: RoleGrants): RoleGrants {
  return { account: inOrder(account), sandbox: withBase(sandbox), production: withBase(production) };
}

function inOrder(grants: readonly Grant[]): Grant[] {
  return GRANTS.filter((grant) => grants.includes(grant));
}

function withBase(grants: readonly Grant[]): Grant[] {
  return inOrder(grants.length === 0 ? [] : [...BASE, ...grants]);
}

/** Why no role can hold these; null: one can. */
export function problemOfGrants(grants: RoleGrants): string | null {
  const account = grantsOfScope("account");
  const misplaced = [
    ...grants.account.filter((grant) => !account.includes(grant)),
    ...environmentSchema.options.flatMap((name) => grants[name].filter((grant) => account.includes(grant))),
  ];
  if (misplaced.length > 0) return `Not a permission of this place: ${misplaced.map(grantLabel).join(", ")}.`;
  const isEmpty = [grants.account, grants.sandbox, grants.production].every((each) => each.length === 0);
  return isEmpty ? "Choose at least one permission." : null;
}

/** What of `wanted` is not among `held`, as people read it. */
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

/** What a member of any role holds: of a custom role what is stored, of a built-in one what the table says, of another nothing. */
export function roleGrants(role: string, custom: RoleGrants | null): RoleGrants {
  const builtIn = ROLES.find((each) => each === role);
  return builtIn === undefined ? (custom ?? NO_GRANTS) : builtInGrants(builtIn);
}

/** The grants with one more or one less. What every use of an environment needs comes with the first of its grants and takes all along. */
export function toggleGrant(grants: RoleGrants, place: keyof RoleGrants, grant: Grant): RoleGrants {
  const before = grants[place];
  if (!before.includes(grant)) return completeGrants({ ...grants, [place]: [...before, grant] });
  if (place !== "account" && BASE.includes(grant)) return { ...grants, [place]: [] };
  return { ...grants, [place]: before.filter((each) => each !== grant) };
}
