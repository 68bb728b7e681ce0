import { listApprovals } from "#server/orders/approval/listApprovals.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "orders.approve",
  handle: ({ request }) => listApprovals(request),
});
