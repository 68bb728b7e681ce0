import { changeRoleRequestSchema, customRoleIdSchema } from "#lib/contracts/team/roles.ts";
import { route } from "#server/route/route.ts";
import { changeRole, deleteRole } from "#server/team/roles/changeRoles.ts";

export const PUT = route({
  permission: "team.manage",
  params: customRoleIdSchema,
  body: changeRoleRequestSchema,
  handle: ({ request, params, body }) => changeRole(request, { ...params, ...body }),
});

export const DELETE = route({
  permission: "team.manage",
  params: customRoleIdSchema,
  handle: ({ request, params }) => deleteRole(request, params),
});
