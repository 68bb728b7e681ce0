import { findCodeEndRequestSchema, foundCodeEndSchema } from "#lib/contracts/codes/lookUp.ts";
import { findOrderOfCodeEnd } from "#server/orders/lookUp/findOrderOfCodeEnd.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.find",
  machine: { summary: "Finds the order of a code by its last characters", answer: foundCodeEndSchema },
  body: findCodeEndRequestSchema,
  handle: ({ request, body }) => findOrderOfCodeEnd(request, body),
});
