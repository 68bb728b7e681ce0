import { findCodeRequestSchema, foundCodeSchema } from "#lib/contracts/codes/lookUp.ts";
import { findOrderOfCode } from "#server/orders/lookUp/findOrderOfCode.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.find",
  machine: { summary: "Finds the order of a code", answer: foundCodeSchema },
  body: findCodeRequestSchema,
  handle: ({ request, body }) => findOrderOfCode(request, body),
});
