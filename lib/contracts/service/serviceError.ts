import { z } from "zod";

/** Body of every error of the service (docs/service-interface.md §7). Shown verbatim, as text. */
export const serviceErrorSchema = z.object({
  statusCode: z.int(),
  error: z.string(),
  message: z.string(),
  /** The id that a proxy has given the request, where the answer is probably a proxy's (lib/orders/lines/refusedOnTheWay.ts). */
  requestId: z.string().optional(),
});
export type ServiceErrorBody = z.infer<typeof serviceErrorSchema>;
