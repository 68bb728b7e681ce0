import { z } from "zod";
import { serviceErrorSchema } from "./serviceError.ts";

/** Whether the service of one environment is reachable (GET /api/service). */
export const serviceStateSchema = z.object({
  /** Since when it has not answered; null while it does, as far as we know. */
  unreachableSince: z.iso.datetime().nullable(),
  /** Until when it has asked us to wait (429); null if it has not, or if that time has passed. */
  waitingUntil: z.iso.datetime().nullable(),
  /** The last refusal of an order for the whole account; null if there was none, or if an order has been accepted since. */
  orderingRefused: z.object({ refusal: serviceErrorSchema, at: z.iso.datetime() }).nullable(),
});
export type ServiceState = z.infer<typeof serviceStateSchema>;

/** POST /api/service/call: one call despite this wait, as GET /api/service has told it. */
export const callDespiteWaitRequestSchema = z.strictObject({ waitingUntil: z.iso.datetime() });
export type CallDespiteWaitRequest = z.infer<typeof callDespiteWaitRequestSchema>;
