import { z } from "zod";

/** Who dismissed an order from the list of what needs attention, and when. */
export const dismissalSchema = z.object({ at: z.iso.datetime(), by: z.string().nullable() });
export type Dismissal = z.infer<typeof dismissalSchema>;
