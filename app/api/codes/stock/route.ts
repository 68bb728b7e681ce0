import { readStock } from "#server/codes/handOut/readStock.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "codes.reveal",
  handle: ({ request }) => readStock(request),
});
