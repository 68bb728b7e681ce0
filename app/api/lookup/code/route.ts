import { findCodeRequestSchema } from "#lib/contracts/lookUp.ts";
import { findOrderOfCode } from "#server/orders/lookUp/findOrderOfCode.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.find",
  body: findCodeRequestSchema,
  handle: ({ request, body }) => findOrderOfCode(request, body),
});
