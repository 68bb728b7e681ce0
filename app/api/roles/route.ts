import { addRoleRequestSchema } from "#lib/contracts/team/roles.ts";
import { route } from "#server/route/route.ts";
import { addRole } from "#server/team/roles/changeRoles.ts";
import { listRoles } from "#server/team/roles/listRoles.ts";

export const GET = route({
  permission: null,
  handle: ({ request }) => listRoles(request),
});

export const POST = route({
  permission: "team.manage",
  body: addRoleRequestSchema,
  status: 201,
  handle: ({ request, body }) => addRole(request, body),
});
