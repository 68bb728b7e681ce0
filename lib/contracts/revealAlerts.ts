import { z } from "zod";

/** GET /api/codes/alerts: who almost used up a limit on revealing codes within the last day, the latest first. */
export const revealAlertSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Whose limit it is: one member's, or that of all members together. */
  scope: z.enum(["member", "account"]),
  /** Who revealed the code that was one too near. */
  member: z.string().nullable(),
  limit: z.number(),
});
export const revealAlertsSchema = z.object({ alerts: z.array(revealAlertSchema) });
export type RevealAlerts = z.infer<typeof revealAlertsSchema>;
