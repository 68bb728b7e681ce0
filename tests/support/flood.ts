import { z } from "zod";

/** The parameters of a flood; what it reports when it has reached its full rate, and at its end. */
export const floodOrderSchema = z.object({ url: z.url(), connections: z.int() });
export const floodReportSchema = z.object({
  /** Connections that got an answer. */
  answered: z.int(),
  statuses: z.array(z.int()),
  sentBytes: z.number(),
});
export const IN_FULL_FLOW = "in full flow";
export type FloodOrder = z.infer<typeof floodOrderSchema>;
export type FloodReport = z.infer<typeof floodReportSchema>;
