import { z } from "zod";
import { lineProblem } from "./problem.ts";
import { product } from "./product.ts";

/** A line as a person built it. `price` (minor units) is required for open products; a fixed one is read afresh. */
export const draftLine = z.strictObject({
  productId: z.int().positive(),
  price: z.int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  quantity: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  countryCode: z.string().min(1).max(20).optional(),
});
export type DraftLine = z.infer<typeof draftLine>;

/** POST /api/orders/preflight: checks against fresh products, no side effect. */
export const preflightRequest = z.strictObject({
  externalOrderCode: z.string().trim().min(1).max(200).optional(),
  currency: z.string().min(1).max(20),
  lines: z.array(draftLine).min(1),
});
export type PreflightRequest = z.infer<typeof preflightRequest>;

/**
 * POST /api/orders. `confirmationId` is made once per confirmation sheet: however often the request
 * arrives, it makes one order (docs/architecture.md#invariants, 2).
 */
export const placeOrderRequest = preflightRequest.extend({
  note: z.string().max(2_000).optional(),
  purchaseOrder: z.string().max(200).optional(),
  confirmationId: z.uuid(),
});
export type PlaceOrderRequest = z.infer<typeof placeOrderRequest>;

/** What a line will really be bought as: fresh product, unit price and total in minor units. */
export const preflightLine = z.object({
  productId: z.int(),
  product: product.nullable(),
  price: z.int().nullable(),
  quantity: z.int(),
  countryCode: z.string().nullable(),
  total: z.int().nullable(),
});
export const preflightResult = z.object({
  ok: z.boolean(),
  currency: z.string(),
  lines: z.array(preflightLine),
  /** Order total in minor units; null while a line has no price. */
  price: z.int().nullable(),
  problems: z.array(lineProblem),
  /** Problems of the order as a whole, such as a code that already belongs to another order. */
  orderProblems: z.array(z.string()),
  /** The reference of the order that a typed code already belongs to. */
  existingReference: z.string().nullable(),
});
export type PreflightResult = z.infer<typeof preflightResult>;

/** The draft a member is building: mirrors the screen, so amounts are what was typed (major units, text). */
export const orderDraft = z.strictObject({
  externalOrderCode: z.string().max(200),
  note: z.string().max(2_000),
  purchaseOrder: z.string().max(200),
  lines: z.array(
    z.strictObject({
      productId: z.int().positive(),
      amount: z.string().max(60),
      quantity: z.string().max(30),
      countryCode: z.string().max(20),
    }),
  ),
});
export type OrderDraft = z.infer<typeof orderDraft>;
/** GET and PUT /api/orders/draft: products of the lines come along, so that the builder opens at once. */
export const orderDraftView = z.object({
  draft: orderDraft,
  /** Grows with every save; a save against an older one is refused with 409, so that two tabs cannot undo each other. */
  version: z.int(),
  products: z.array(product),
  /** Those of `products` that the service's catalog no longer holds. */
  retiredProductIds: z.array(z.int()),
  savedAt: z.iso.datetime().nullable(),
});
export type OrderDraftView = z.infer<typeof orderDraftView>;
export const saveDraftRequest = z.strictObject({
  draft: orderDraft,
  version: z.int().min(0).max(2_147_483_646),
});
