import { z } from "zod";
import { environment } from "./environment.ts";
import { instantText } from "./instantText.ts";
import { orderActionSchema, orderStateSchema } from "./orderState.ts";
import { lineProblem } from "./problem.ts";
import { productIdText } from "./product.ts";
import { serviceError } from "./serviceError.ts";
import { walletReading } from "./wallet.ts";

/** One line of the ledger. `price` is the unit price in minor units, null only on orders found elsewhere. */
export const orderLine = z.object({
  productId: z.int(),
  productName: z.string().nullable(),
  price: z.int().nullable(),
  quantity: z.int().nullable(),
  countryCode: z.string().nullable(),
});
export type OrderLine = z.infer<typeof orderLine>;

/** One entry of an order's timeline: an audit record in words a person can read. */
export const timelineEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** A stable word such as `order.confirmed`, `order.attempted`, `order.state`, `codes.revealed`. */
  action: z.string(),
  /** Who did it; null for the program itself. */
  actor: z.string().nullable(),
  /** States before and after, where the entry is a transition. */
  from: orderStateSchema.nullable(),
  to: orderStateSchema.nullable(),
  /** Plain values of the entry: attempt number, status code, message, count, reason … Never a code. */
  details: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** An order as the lists show it. */
export const orderSummary = z.object({
  /** Null only on an order found by its numeric id whose code the service did not give. */
  externalOrderCode: z.string().nullable(),
  /** The service's numeric id, kept as digits (docs/service-interface.md §11); null until it is known. */
  orderId: z.string().nullable(),
  state: orderStateSchema,
  /** The service's own word for the status, verbatim. */
  statusName: z.string().nullable(),
  environment,
  /** Placed with Codedesk, or found at the service by its reference. */
  origin: z.enum(["placed", "found"]),
  currency: z.string().nullable(),
  /** Order total in minor units. */
  price: z.int().nullable(),
  quantity: z.int().nullable(),
  lineCount: z.int(),
  firstProductName: z.string().nullable(),
  delivered: z.int().nullable(),
  ordered: z.int().nullable(),
  placedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  estimatedReadyAt: z.iso.datetime().nullable(),
});
export type OrderSummary = z.infer<typeof orderSummary>;

/** GET /api/orders/{reference}. No code is ever part of it. */
export const orderView = orderSummary.extend({
  lines: z.array(orderLine),
  note: z.string().nullable(),
  purchaseOrder: z.string().nullable(),
  /** Why nothing was delivered, in the service's words. */
  reason: z.string().nullable(),
  /** The latest message of the service about the order, such as "Order is still processing". */
  message: z.string().nullable(),
  /** The refusal of the last attempt, verbatim. */
  refusal: serviceError.nullable(),
  refusedLines: z.array(lineProblem),
  /** What the wallet held when the order was placed; null also for members who may not see the wallet. */
  wallet: walletReading.nullable(),
  // These two are read by other programs under these names; in our own code they are `nextActionAt` and `lastPollAt`.
  /** When the server's worker acts next: poll, send again or give up waiting. Null: nothing more will happen by itself. */
  nextLookAt: z.iso.datetime().nullable(),
  lastLookAt: z.iso.datetime().nullable(),
  attempts: z.int(),
  updatedAt: z.iso.datetime(),
  /** A contradiction that a person should know about (docs/architecture.md#invariants, 7). */
  alarm: z.string().nullable(),
  /** What this member can do about the order now. */
  actions: z.array(orderActionSchema),
  /** Whether this member may reveal the codes now. */
  canReveal: z.boolean(),
  /** Milliseconds after which the browser should ask the dashboard again; null: no need. */
  pollAfterMs: z.int().nullable(),
  timeline: z.array(timelineEntry),
});
export type OrderView = z.infer<typeof orderView>;

export const ordersQuery = z.strictObject({
  q: z.string().max(200).optional(),
  state: z
    .union([orderStateSchema, z.array(orderStateSchema)])
    .transform((given) => (Array.isArray(given) ? given : [given]))
    .optional(),
  from: instantText.optional(),
  to: instantText.optional(),
  placedBy: z.string().max(200).optional(),
  /** Only orders with a line of this product. */
  product: productIdText.optional(),
  cursor: z.string().max(200).optional(),
  take: z.coerce.number().int().min(1).max(200).default(50),
});
export type OrdersQuery = z.infer<typeof ordersQuery>;
export const ordersPage = z.object({
  items: z.array(orderSummary),
  nextCursor: z.string().nullable(),
});
export type OrdersPage = z.infer<typeof ordersPage>;

/** The address of one order: its reference, decoded (lib/orders/references/referenceSegment.ts). */
export const orderAddress = z.strictObject({ reference: z.string().min(1).max(500) });
/** POST /api/orders/{reference}/close: a person ends the review of an order whose outcome was never learned. */
export const closeOrderRequest = z.strictObject({
  reason: z.string().trim().min(1, "Say why the order is closed.").max(500),
});
