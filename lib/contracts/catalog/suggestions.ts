import { z } from "zod";

/**
 * POST /api/orders/suggestions and POST /api/catalog/suggestions: the first few matches for what is being typed. The text is sent
 * in the body, because it may be a pasted code, and proxies write addresses into their logs.
 */
export const suggestionsRequestSchema = z.strictObject({
  q: z.string().trim().min(1, "Type something to search for").max(200),
  take: z.int().min(1).max(20),
});
export type SuggestionsRequest = z.infer<typeof suggestionsRequestSchema>;
