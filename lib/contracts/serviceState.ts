import { z } from "zod";

/** How the service stands at this moment, for one environment (GET /api/service). */
export const serviceState = z.object({
  /** Since when it has not answered; null: it answers, as far as we know. */
  silentSince: z.iso.datetime().nullable(),
  /** It has asked us to wait until then (429); null: it has not, or that is over. */
  waitingUntil: z.iso.datetime().nullable(),
});
export type ServiceState = z.infer<typeof serviceState>;
