import { z } from "zod";

/** How many codes of a product may still be ordered now, by the rules of this dashboard; `reason` says why no more. */
export const allowanceSchema = z.object({
  productId: z.int().positive(),
  left: z.int().nonnegative(),
  reason: z.string(),
});
export type Allowance = z.infer<typeof allowanceSchema>;

/** GET /api/orders/allowances: of the products that a rule limits, one for each. */
export const allowancesSchema = z.object({ items: z.array(allowanceSchema) });
export type Allowances = z.infer<typeof allowancesSchema>;
