import { z } from "zod";
import { nameText } from "#lib/contracts/text/nameText.ts";
import { lineText, linesText } from "#lib/contracts/text/visibleText.ts";
import { changedSinceSchema } from "#lib/contracts/catalog/changedSince.ts";
import { currencyCodeSchema } from "#lib/contracts/money/currencyCode.ts";
import { environmentSchema } from "#lib/contracts/environment.ts";
import { dismissalSchema } from "#lib/contracts/dismissal.ts";
import { exceededLimitSchema } from "#lib/contracts/team/limits.ts";
import { automationSchema } from "./automation.ts";
import { PLACERS } from "./placers.ts";
import { instantTextSchema } from "#lib/contracts/text/instantText.ts";
import { ORDER_SORTS, type OrderSort } from "./orderSort.ts";
import { ORDER_ACTIONS, ORDER_STATES } from "./orderState.ts";
import { orderTagSchema, orderTagsSchema } from "./orderTagSchemas.ts";
import { otherOrderSchema } from "./otherOrder.ts";
import { lineProblemSchema } from "#lib/contracts/problem.ts";
import { productIdTextSchema } from "#lib/contracts/catalog/product.ts";
import { serviceErrorSchema } from "#lib/contracts/service/serviceError.ts";
import { walletReadingSchema } from "#lib/contracts/money/wallet.ts";

const orderStateSchema = z.enum(ORDER_STATES);

/** One line in the ledger. `price` is the unit price in minor units, null only for orders found elsewhere. */
export const orderLineSchema = z.object({
  productId: z.int(),
  productName: z.string().nullable(),
  price: z.int().nullable(),
  quantity: z.int().nullable(),
  countryCode: z.string().nullable(),
});
export type OrderLine = z.infer<typeof orderLineSchema>;

/** One entry of an order's timeline: an audit record as readable text. */
export const timelineEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** A stable word such as `order.confirmed`, `order.attempted`, `order.state`, `codes.revealed`. */
  action: z.string(),
  /** Who did it; null for the program itself. */
  actor: z.string().nullable(),
  /** The states before and after, if the entry is a transition. */
  from: orderStateSchema.nullable(),
  to: orderStateSchema.nullable(),
  /** Plain values of the entry: attempt number, status code, message, count, reason … Never a code. Empty for `codes.…` without `codes.reveal` or `audit.read`. */
  details: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** An order as the lists show it. */
export const orderSummarySchema = z.object({
  /** Null only for an order found by its numeric id whose code the service did not return. */
  externalOrderCode: z.string().nullable(),
  /** The service's numeric id, kept as digits (docs/service-interface.md §11); null until it is known. */
  orderId: z.string().nullable(),
  state: orderStateSchema,
  /** The service's own word for the status, verbatim. */
  statusName: z.string().nullable(),
  environment: environmentSchema,
  /** Placed with Codedesk, or found at the service by its reference. */
  origin: z.enum(["placed", "found"]),
  currency: z.string().nullable(),
  /** Order total in minor units. */
  price: z.int().nullable(),
  quantity: z.int().nullable(),
  lineCount: z.int(),
  /** How many different products its lines contain. */
  productCount: z.int(),
  firstProductName: z.string().nullable(),
  delivered: z.int().nullable(),
  ordered: z.int().nullable(),
  placedBy: z.string().nullable(),
  /** What placed it for that member; null: the member themselves, or a program with their token. */
  automation: automationSchema.nullable(),
  purchaseOrder: z.string().nullable(),
  /** Internal, like note and purchase order: never sent to the service. */
  tags: z.array(z.string()),
  createdAt: z.iso.datetime(),
  estimatedReadyAt: z.iso.datetime().nullable(),
});
export type OrderSummary = z.infer<typeof orderSummarySchema>;

/** GET /api/orders/{reference}. Never contains a code. */
export const orderViewSchema = orderSummarySchema.extend({
  lines: z.array(orderLineSchema),
  note: z.string().nullable(),
  /** The member's limit that the order exceeded when it was confirmed, so that it needs or needed another member's approval. */
  overLimit: exceededLimitSchema.nullable(),
  /** What has changed of its products in the catalog since it was confirmed, while it waits for approval; null if nothing has. */
  changedSince: changedSinceSchema.nullable(),
  /** Whether it waits for approval and this member created the service token that placed it, so that they can't decide on it. */
  byOwnToken: z.boolean(),
  /** While it waits for approval: who asks for it, if the member stands in for them and so does not decide on it. */
  standsInFor: z.string().nullable(),
  /** While it waits beyond a budget: the approvers who decide on it, if the member is none of them. */
  deciders: z.array(z.string()).nullable(),
  /** Why nothing was delivered, in the service's words. */
  reason: z.string().nullable(),
  /** The latest message of the service about the order, such as "Order is still processing". */
  message: z.string().nullable(),
  /** The refusal of the last attempt, verbatim. */
  refusal: serviceErrorSchema.nullable(),
  refusedLines: z.array(lineProblemSchema),
  /** The wallet when the order was placed; null also for members who may not see the wallet. */
  wallet: walletReadingSchema.nullable(),
  // These two are read by other programs under these names; in our own code they are `nextActionAt` and `lastPollAt`.
  /** When the server's worker acts next: poll, send again or give up waiting. Null: nothing more will happen automatically. */
  nextLookAt: z.iso.datetime().nullable(),
  lastLookAt: z.iso.datetime().nullable(),
  /** Until when an order that waits to be sent may be; then it is not placed. Null: it does not wait. */
  sendBefore: z.iso.datetime().nullable(),
  /** When a person may next have the order checked; may be in the past. */
  checkableAt: z.iso.datetime(),
  /** Until when we keep checking for missing codes; null if we don't. */
  recheckUntil: z.iso.datetime().nullable(),
  attempts: z.int(),
  /** Increases with every change: an answer with a lower revision is older. */
  revision: z.int(),
  updatedAt: z.iso.datetime(),
  /** A contradiction that a person should know about (docs/architecture.md#invariants, 7). */
  alarm: z.string().nullable(),
  /** What the service shows under this order's reference, as long as it is not what was confirmed and nobody has decided whose it is. */
  otherOrder: otherOrderSchema.nullable(),
  /** Who dismissed it from the list of what needs attention, and when; null: nobody. */
  dismissal: dismissalSchema.nullable(),
  /** How many codes of each product were seen, if not all were delivered and the service says which product a code belongs to. */
  deliveredByProduct: z.array(z.object({ productId: z.int(), count: z.int() })),
  /** The reference of the order whose lines this one orders again. */
  follows: z.string().nullable(),
  /** The orders that order lines of this one again, the oldest first. */
  followedBy: z.array(
    z.object({ reference: z.string(), state: orderStateSchema, createdAt: z.iso.datetime() }),
  ),
  /** What this member can do about the order now. */
  actions: z.array(z.enum(ORDER_ACTIONS)),
  /** Whether this member may change purchase order, note and tags. */
  canLabel: z.boolean(),
  /** Whether this member may reveal the codes now. */
  canReveal: z.boolean(),
  /** Milliseconds after which the browser should read the order again; null: not necessary. */
  pollAfterMs: z.int().nullable(),
  timeline: z.array(timelineEntrySchema),
});
export type OrderView = z.infer<typeof orderViewSchema>;

const amountTextSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const orderFilterShape = {
  /** Words that must all occur in references, product names, names of members, purchase order, note or tags. */
  q: z.string().max(200).optional(),
  state: z
    .union([orderStateSchema, z.array(orderStateSchema)], `Name states among ${ORDER_STATES.join(", ")}.`)
    .transform((given) => (Array.isArray(given) ? given : [given]))
    .optional(),
  from: instantTextSchema.optional(),
  to: instantTextSchema.optional(),
  /** The id of the member who placed it. */
  member: z.uuid().optional(),
  /** The same by the beginnings of words of the member's name, or by the whole e-mail address. */
  placedBy: z.string().trim().min(1).max(200).optional(),
  /** What placed it: a person (or a program with their token), a schedule or a restock rule. */
  placer: z.enum(PLACERS).optional(),
  /** Only orders with a line of this product. */
  product: productIdTextSchema.optional(),
  currency: currencyCodeSchema.optional(),
  /** Smallest and largest total, in minor units of `currency`. */
  amountFrom: amountTextSchema.optional(),
  amountTo: amountTextSchema.optional(),
  /** Only orders with this tag. */
  tag: orderTagSchema.optional(),
  /** Only orders with exactly this purchase order, in any case. */
  purchaseOrder: z.string().max(200).optional(),
};

type AmountsOfFilter = {
  currency?: string | undefined;
  amountFrom?: number | undefined;
  amountTo?: number | undefined;
  sort?: OrderSort | undefined;
};

/** Amounts of different currencies are not compared. */
function hasCurrencyOfAmounts({ currency, amountFrom, amountTo, sort = "newest" }: AmountsOfFilter): boolean {
  const isAboutAmounts = amountFrom !== undefined || amountTo !== undefined || sort.startsWith("amount");
  return currency !== undefined || !isAboutAmounts;
}
const CURRENCY_FIRST = { message: "Choose a currency to compare amounts.", path: ["currency"] };

/** The filters of the list of orders, as they appear in addresses of the interface. GET /api/orders/counts ignores `state`. */
export const orderFilterSchema = z
  .strictObject(orderFilterShape)
  .refine(hasCurrencyOfAmounts, CURRENCY_FIRST);
export type OrderFilterQuery = z.output<typeof orderFilterSchema>;

const sortedFilterShape = { ...orderFilterShape, sort: z.enum(ORDER_SORTS).optional() };
/** GET /api/orders/{reference}/neighbours: the list from which the order is opened. */
export const neighboursQuerySchema = z
  .strictObject(sortedFilterShape)
  .refine(hasCurrencyOfAmounts, CURRENCY_FIRST);

/** GET /api/orders. */
export const ordersQuerySchema = z
  .strictObject({
    ...sortedFilterShape,
    cursor: z.string().max(200).optional(),
    take: z.coerce.number().int().min(1).max(200).default(50),
  })
  .refine(hasCurrencyOfAmounts, CURRENCY_FIRST);
export type OrdersQuery = z.output<typeof ordersQuerySchema>;
export const ordersPageSchema = z.object({
  items: z.array(orderSummarySchema),
  nextCursor: z.string().nullable(),
});
export type OrdersPage = z.infer<typeof ordersPageSchema>;

/** A bounded count: with `more`, it is a lower bound. */
export const stateCountSchema = z.object({ count: z.int(), more: z.boolean() });
export type StateCount = z.infer<typeof stateCountSchema>;
/** The answer of GET /api/orders/counts; states without orders are left out. */
export const orderCountsSchema = z.object({ states: z.partialRecord(orderStateSchema, stateCountSchema) });
export type OrderCounts = z.infer<typeof orderCountsSchema>;

/** The answer of GET /api/orders/{reference}/neighbours: references, null at either end of the list. */
export const orderNeighboursSchema = z.object({
  previous: z.string().nullable(),
  next: z.string().nullable(),
});
export type OrderNeighbours = z.infer<typeof orderNeighboursSchema>;

/** The answer of GET /api/orders/facets: the choices for the list's filters. */
export const orderFacetsSchema = z.object({
  members: z.array(z.object({ id: z.uuid(), name: z.string() })),
  currencies: z.array(z.string()),
  tags: z.array(z.string()),
});
export type OrderFacets = z.infer<typeof orderFacetsSchema>;

/** POST /api/orders/tags: adds tags to orders, named by their references. */
export const tagOrdersRequestSchema = z.strictObject({
  references: z.array(z.string().min(1).max(500)).min(1).max(200),
  tags: orderTagsSchema.refine((tags) => tags.length > 0, "Enter a tag."),
});
export type TagOrdersRequest = z.input<typeof tagOrdersRequestSchema>;
export const tagOrdersAnswerSchema = z.object({
  /** How many orders received a tag that they did not have. */
  tagged: z.int(),
  /** References of orders that would have too many tags; they stay unchanged. */
  full: z.array(z.string()),
});
export type TagOrdersAnswer = z.infer<typeof tagOrdersAnswerSchema>;

/** The address of one order: its reference, decoded (lib/orders/references/referenceSegment.ts). */
export const orderAddressSchema = z.strictObject({ reference: z.string().min(1).max(500) });
/** The most characters of a reason. */
const MOST_REASON = 500;

/** POST /api/orders/{reference}/close: a person ends the review of an order whose outcome was never learned. */
export const closeOrderRequestSchema = z.strictObject({
  reason: nameText("Say why the order is closed.", MOST_REASON),
});

/** POST /api/orders/{reference}/accept: a person finds that what the service shows is this order, although it is not what was confirmed. */
export const acceptAnswerRequestSchema = z.strictObject({
  reason: nameText("Say how you know that it is this order.", MOST_REASON),
});

/** POST /api/orders/{reference}/approve: the comment is shown in the timeline. */
export const approveOrderRequestSchema = z.strictObject({
  comment: nameText("Write a comment, or leave it out.", MOST_REASON).optional(),
});

/**
 * POST /api/orders/{reference}/decline: whoever confirmed the order is told the reason. With `wantsChanges`, the reason says what to
 * change, and they also find the lines in a draft of theirs.
 */
export const declineOrderRequestSchema = z.strictObject({
  reason: nameText("Say why the order is declined.", MOST_REASON),
  wantsChanges: z.boolean().optional(),
});

/**
 * PUT /api/orders/{reference}/labels: what the team keeps with an order, and the service never sees. What is left out stays. The tags
 * are given as a whole, or as those to add and to remove, which leaves what another member has added meanwhile.
 */
export const labelOrderRequestSchema = z.strictObject({
  purchaseOrder: lineText(200).optional(),
  note: linesText(2_000).optional(),
  tags: orderTagsSchema.optional(),
  addTags: orderTagsSchema.optional(),
  removeTags: orderTagsSchema.optional(),
});
export type LabelOrderRequest = z.output<typeof labelOrderRequestSchema>;
