import { z } from "zod";

/** GET /api/codes/alerts: who nearly used up a limit on revealing codes within the last day, the latest first. */
export const revealAlertSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Whose limit it is: one member's, or that of all members together. */
  scope: z.enum(["member", "account"]),
  /** Who revealed the codes that brought it near the limit. */
  member: z.string().nullable(),
  limit: z.number(),
});
export const revealAlertsSchema = z.object({ alerts: z.array(revealAlertSchema) });
export type RevealAlerts = z.infer<typeof revealAlertsSchema>;
