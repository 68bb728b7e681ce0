import { z } from "zod";
import { GRANTS } from "./permission.ts";
import { ROLES } from "./role.ts";
import { nameText } from "#lib/contracts/text/nameText.ts";

/** A built-in role by its name, or a custom role by its id. */
export const roleIdSchema = z.union([z.enum(ROLES), z.uuid()]);
export type RoleId = z.infer<typeof roleIdSchema>;

const grantsSchema = z.array(z.enum(GRANTS)).max(GRANTS.length);

/** The grants of a role: for the account as a whole, and in each environment. */
export const roleGrantsSchema = z.strictObject({
  account: grantsSchema,
  sandbox: grantsSchema,
  production: grantsSchema,
});
export type RoleGrants = z.infer<typeof roleGrantsSchema>;

const roleNameSchema = nameText("Enter a name");

/** POST /api/roles. */
export const addRoleRequestSchema = z.strictObject({ name: roleNameSchema, grants: roleGrantsSchema });
export type AddRoleRequest = z.infer<typeof addRoleRequestSchema>;

/** PUT /api/roles/{roleId}. `version`: the one that was edited, so that nobody overwrites changes that they have not seen. */
export const changeRoleRequestSchema = z.strictObject({
  name: roleNameSchema,
  grants: roleGrantsSchema,
  version: z.int(),
});
export type ChangeRoleRequest = z.infer<typeof changeRoleRequestSchema>;

export const customRoleIdSchema = z.object({ roleId: z.uuid() });

export const roleViewSchema = z.object({
  id: roleIdSchema,
  name: z.string(),
  /** What a built-in role is for; null for a custom one. */
  purpose: z.string().nullable(),
  grants: roleGrantsSchema,
  /** Null for a built-in role, which nobody can change. */
  version: z.int().nullable(),
});
export type RoleView = z.infer<typeof roleViewSchema>;

/** GET /api/roles: the built-in roles, then the custom ones by name. */
export const rolesViewSchema = z.object({ roles: z.array(roleViewSchema) });
export type RolesView = z.infer<typeof rolesViewSchema>;
