import { z } from "zod";

/** What a flood is told, and what it tells at its end. */
export const floodOrder = z.object({ url: z.url(), connections: z.int() });
export const floodReport = z.object({
  /** Connections that got an answer. */
  answered: z.int(),
  statuses: z.array(z.int()),
  sentBytes: z.number(),
});
export type FloodOrder = z.infer<typeof floodOrder>;
export type FloodReport = z.infer<typeof floodReport>;
