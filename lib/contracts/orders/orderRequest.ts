import { z } from "zod";

/** One line of POST /orders (docs/service-interface.md §2.2). `price` is the unit price in minor units. */
export const orderRequestLineSchema = z.strictObject({
  productId: z.int().positive(),
  price: z.int().nonnegative(),
  quantity: z.int().min(1),
  // Capital C on a line, unlike `countryCode` on a product (docs/service-interface.md §10.7).
  CountryCode: z.string().min(1).optional(),
});

/** The body of POST /orders (docs/service-interface.md §2.2). `price` is the order total in minor units. */
export const orderRequestSchema = z.strictObject({
  externalOrderCode: z.string().min(1),
  currency: z.string().min(1),
  price: z.int().nonnegative(),
  orderProducts: z.array(orderRequestLineSchema).min(1),
});

export type OrderRequestLine = z.infer<typeof orderRequestLineSchema>;
export type OrderRequest = z.infer<typeof orderRequestSchema>;
