import { z } from "zod";

/** One delivered code. `index` counts within the order, from 0; `fields` keeps the service's names. */
export const code = z.object({
  productId: z.int().nullable(),
  index: z.int(),
  fields: z.record(z.string(), z.string()),
});
export type Code = z.infer<typeof code>;

/** POST /api/orders/{reference}/codes: audited before anything is shown. */
export const revealRequest = z.strictObject({
  skip: z.int().min(0).default(0),
  take: z.int().min(1).max(1_000).default(100),
  reason: z.string().trim().max(500).optional(),
});
export type RevealRequest = z.infer<typeof revealRequest>;
export const codesPage = z.object({ items: z.array(code), total: z.int() });
export type CodesPage = z.infer<typeof codesPage>;
