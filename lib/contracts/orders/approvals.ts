import { z } from "zod";
import { exceededLimitSchema } from "#lib/contracts/team/limits.ts";
import { orderSummarySchema } from "./order.ts";

const waitingOrderSchema = orderSummarySchema.extend({ overLimit: exceededLimitSchema.nullable() });
export type WaitingOrder = z.infer<typeof waitingOrderSchema>;

/** GET /api/orders/approvals: the orders of other members that wait for approval, the oldest first. */
export const approvalsSchema = z.object({
  items: z.array(waitingOrderSchema),
  /** How many there are, including those beyond `items`. */
  total: z.int(),
  /** For whom the member stands in now, and until which day (UTC). */
  coversFor: z.array(z.object({ id: z.uuid(), name: z.string(), until: z.iso.date() })),
});
export type Approvals = z.infer<typeof approvalsSchema>;

/** GET /api/orders/{reference}/requester: what whoever confirmed the order has ordered besides it. */
export const requesterSpendSchema = z.object({
  /** This month, in UTC. */
  month: z.string(),
  orders: z.int(),
  /** Minor units of the order's currency; null: not known exactly. */
  spent: z.int().nullable(),
});
export type RequesterSpend = z.infer<typeof requesterSpendSchema>;

/** The longest time that an order can be let wait, in hours: 90 days. */
export const MAX_WAIT_HOURS = 2160;
const hoursSchema = z.int().min(1).max(MAX_WAIT_HOURS).nullable();

/**
 * GET and PUT /api/approvals/settings: what happens to orders that wait for approval in this environment, in hours since they were
 * confirmed; null: nothing.
 */
export const approvalSettingsSchema = z
  .strictObject({
    remindAfter: hoursSchema,
    passOnAfter: hoursSchema,
    /** To whom it is passed on; nobody named: the members who approve orders and manage the team. */
    nextApprovers: z.array(z.uuid()).max(20),
    lapseAfter: hoursSchema,
  })
  .refine(
    ({ remindAfter, passOnAfter, lapseAfter }) =>
      lapseAfter === null ||
      [remindAfter, passOnAfter].every((hours) => hours === null || hours < lapseAfter),
    { message: "Let orders lapse later than they are reminded of or passed on.", path: ["lapseAfter"] },
  )
  .refine(
    ({ remindAfter, passOnAfter }) =>
      remindAfter === null || passOnAfter === null || remindAfter <= passOnAfter,
    { message: "Pass orders on no earlier than they are reminded of.", path: ["passOnAfter"] },
  );
export type ApprovalSettings = z.infer<typeof approvalSettingsSchema>;
