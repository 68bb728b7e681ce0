import type { Instant } from "#lib/time/instant.ts";
import { approvals } from "./approvals.ts";
import { campaigns } from "./budgets.ts";
import { deskWork, teamLife } from "./teamLife.ts";
import { brokenCodes } from "./brokenCodes.ts";
import { eventfulOrders } from "./eventfulOrders.ts";
import { everydayOrders } from "./everydayOrders.ts";
import { plannedOrders } from "./plannedOrders.ts";
import { restocking } from "./restocking.ts";
import { recurringOrders } from "./recurringOrders.ts";
import type { Step } from "./step.ts";

/** Two months of a team, step by step, up to `end`. The same steps for the same end. */
export function stepsUntil(end: Instant): Step[] {
  return [
    ...teamLife(end),
    ...everydayOrders(end),
    ...eventfulOrders(end),
    ...plannedOrders(end),
    ...campaigns(end),
    ...approvals(end),
    ...recurringOrders(end),
    ...deskWork(end),
    ...restocking(end),
    ...brokenCodes(end),
  ].toSorted((one, other) => one.at - other.at);
}
