import { z } from "zod";

/** Body of every error of the service (docs/service-interface.md §7). Shown verbatim, as text. */
export const serviceErrorSchema = z.object({
  statusCode: z.int(),
  error: z.string(),
  message: z.string(),
});
export type ServiceErrorBody = z.infer<typeof serviceErrorSchema>;
