import { z } from "zod";

/** What a flood is told; what it tells when it is in full flow, and at its end. */
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
