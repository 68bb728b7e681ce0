import { z } from "zod";
import { changedSinceSchema } from "#lib/contracts/catalog/changedSince.ts";
import { MOST_DECIMALS } from "#lib/contracts/money/currencyUnits.ts";
import { budgetLeftSchema } from "./budgets.ts";
import { exceededLimitSchema } from "#lib/contracts/team/limits.ts";
import { MAX_LINES, MAX_PRODUCTS, MAX_QUANTITY, MOST_MERGED_ROWS } from "./orderLimits.ts";
import { orderTagsSchema } from "./orderTagSchemas.ts";
import { lineProblemSchema, recentOrderSchema } from "#lib/contracts/problem.ts";
import { productSchema } from "#lib/contracts/catalog/product.ts";
import { VISIBLE_REFERENCE } from "./referenceProblem.ts";
import { lineText, linesText } from "#lib/contracts/text/visibleText.ts";
import { serviceErrorSchema } from "#lib/contracts/service/serviceError.ts";

/** A line as a member composed it. `price` (minor units) is required for open products; the price of a fixed product is read afresh. */
export const draftLineSchema = z.strictObject({
  productId: z.int().positive(),
  price: z.int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  quantity: z.int().min(1).max(MAX_QUANTITY, `Order at most ${MAX_QUANTITY} codes with one line.`),
  countryCode: z.string().min(1).max(20).pipe(lineText(20)).pipe(z.string().min(1)).optional(),
  /** The line of the stored draft from which this one was made. Programs without a draft leave it out. */
  lineId: z.uuid().optional(),
});
export type DraftLine = z.infer<typeof draftLineSchema>;

const orderLinesSchema = z
  .array(draftLineSchema)
  .min(1)
  .max(MAX_LINES, `Send at most ${MAX_LINES} lines at once: split the order.`)
  .refine((lines) => new Set(lines.map(({ productId }) => productId)).size <= MAX_PRODUCTS, {
    message: `Order at most ${MAX_PRODUCTS} different products at once: split the order.`,
  });

/**
 * As products write it. Surrounding white space and invisible characters are refused: one currency in two spellings
 * would be counted against a limit twice, each time from zero.
 */
const orderCurrencySchema = z
  .string()
  .min(1)
  .max(20)
  .regex(/^[^\s\p{C}]+(?: [^\s\p{C}]+)*$/u, "Write the currency as the products do, such as EUR.");

const orderReferenceSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(VISIBLE_REFERENCE, "Leave out control characters and invisible ones: type the reference again.");

/** What is to be bought. */
const purchaseSchema = z.strictObject({
  externalOrderCode: orderReferenceSchema.optional(),
  currency: orderCurrencySchema,
  /** With how many decimals the client takes amounts in this currency; refused if an administrator has stated another number. */
  decimals: z.int().min(0).max(MOST_DECIMALS).optional(),
  lines: orderLinesSchema,
});

/** POST /api/orders/preflight: checks against fresh products, no side effect. */
export const preflightRequestSchema = purchaseSchema.extend({
  /** As the order will have them: they decide which budgets it counts in. */
  tags: orderTagsSchema.optional(),
  purchaseOrder: lineText(200).optional(),
  /** The stored draft that is checked; needed to check whether the codes that it orders again were already ordered again. */
  draftId: z.uuid().optional(),
});
export type PreflightRequest = z.infer<typeof preflightRequestSchema>;

/** The stored draft from which a confirmation was made, as it was when the member reviewed it. */
export const draftReferenceSchema = z.strictObject({
  id: z.uuid(),
  version: z.int().min(0).max(2_147_483_646),
});
export type DraftReference = z.infer<typeof draftReferenceSchema>;

/**
 * POST /api/orders. `confirmationId` is created once for each confirmation: however often the request arrives, it makes one order
 * (docs/architecture.md#invariants, 2). With `draft`, the named lines are removed from that draft in the same transaction, and
 * each can be ordered only once (docs/architecture.md#invariants, 11).
 */
export const placeOrderRequestSchema = purchaseSchema
  .extend({
    note: linesText(2_000).optional(),
    purchaseOrder: lineText(200).optional(),
    tags: orderTagsSchema.optional(),
    confirmationId: z.uuid(),
    draft: draftReferenceSchema.optional(),
    /**
     * The reference of an order with the same lines, or for the same missing codes, that the member has seen and wants to order
     * again anyway.
     */
    acknowledgeRecent: z.string().max(200).optional(),
  })
  .superRefine(({ draft, lines }, context) => {
    const ids = lines.flatMap(({ lineId }) => lineId ?? []);
    const named = draft === undefined ? 0 : lines.length;
    if (ids.length !== named || new Set(ids).size !== named) {
      const message = "Give each line of a draft its own lineId, and none without a draft.";
      context.addIssue({ code: "custom", path: ["lines"], message });
    }
  });
export type PlaceOrderRequest = z.infer<typeof placeOrderRequestSchema>;

/** What a line will actually be bought as: the fresh product, unit price and total in minor units. */
export const preflightLineSchema = z.object({
  productId: z.int(),
  product: productSchema.nullable(),
  price: z.int().nullable(),
  quantity: z.int(),
  countryCode: z.string().nullable(),
  total: z.int().nullable(),
});
export const preflightResultSchema = z.object({
  ok: z.boolean(),
  currency: z.string(),
  lines: z.array(preflightLineSchema),
  /** Order total in minor units; null while a line has no price. */
  price: z.int().nullable(),
  problems: z.array(lineProblemSchema),
  /** Problems of the order as a whole, such as an order reference that already belongs to another order. */
  orderProblems: z.array(z.string()),
  /** The order reference as typed, if it already belongs to an order. */
  existingReference: z.string().nullable(),
  /** An order that may be the same purchase; the member is asked about it before this one is sent. */
  recentOrder: recentOrderSchema.nullable(),
  /** The member's limit, or the budget, that the order exceeds as things are now, so that it will need another member's approval. */
  overLimit: exceededLimitSchema.nullable(),
  /** What is left now of the budgets that the order would count in. */
  budgets: z.array(budgetLeftSchema),
  /** Orders of this currency that the service may not have charged to the wallet yet. */
  inFlight: z.object({ orders: z.int(), price: z.int().nonnegative() }),
  /**
   * Set while the service asks us to slow down: until then, prices come from the catalog instead of the service. An order that is
   * placed earlier waits until then.
   */
  slowedDownUntil: z.iso.datetime().nullable(),
});
export type PreflightResult = z.infer<typeof preflightResultSchema>;

/** A line as typed, so amounts are text in major units. Whoever adds the line creates its id, which never changes. */
export const typedLineSchema = z.strictObject({
  id: z.uuid(),
  productId: z.int().positive(),
  amount: z.string().max(60),
  quantity: z.string().max(30),
  countryCode: z.string().max(20),
  /** The rows of imported tables from which lines that were merged into this one came (lib/orders/references/importedLineId.ts). */
  rows: z
    .array(z.string().regex(/^[0-9a-f]{20}$/))
    .max(MOST_MERGED_ROWS)
    .optional(),
});
export type TypedLine = z.infer<typeof typedLineSchema>;

/** The content of a draft: what the screen shows, exactly as typed. */
export const orderDraftSchema = z.strictObject({
  externalOrderCode: z.string().max(200),
  note: z.string().max(2_000),
  purchaseOrder: z.string().max(200),
  /** As typed, separated by commas. Missing in drafts that were stored before there were tags. */
  tags: z.string().max(1_000).optional(),
  lines: z
    .array(typedLineSchema)
    .refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, {
      message: "Give each line an id of its own.",
    }),
});
export type OrderDraft = z.infer<typeof orderDraftSchema>;

/** Lines of a draft that became an order, as they were ordered. */
export const orderedLinesSchema = z.object({
  reference: z.string(),
  placedBy: z.string().nullable(),
  at: z.iso.datetime(),
  lines: z.array(typedLineSchema),
});
export type OrderedLines = z.infer<typeof orderedLinesSchema>;

/** GET and PUT /api/orders/draft: includes the products of the lines, so that the builder opens at once. */
export const orderDraftViewSchema = z.object({
  id: z.uuid(),
  /** Null for the draft that the catalog adds to, and for those of an order that nobody has named. */
  name: z.string().nullable(),
  /** Whether the whole team sees and edits it. */
  shared: z.boolean(),
  /** Whether it belongs to this member, who may share and delete it. */
  isOwn: z.boolean(),
  /** The order that this draft was made from; null for the others. */
  origin: z
    .object({
      reference: z.string(),
      /** Whether the order bought nothing, so that its lines are here to be corrected; otherwise the draft is for its missing codes. */
      boughtNothing: z.boolean(),
      /** Why ordering these lines may buy them a second time; null if nothing suggests that. */
      doubt: z.enum(["outcome_unknown", "being_checked", "in_progress", "delivered"]).nullable(),
      /** Until when the service may still deliver the missing codes; null if it is not expected to. */
      mayDeliverUntil: z.iso.datetime().nullable(),
      /** Who declined the order, `by` null if it lapsed, and why; null if it was not declined. `wantsChanges`: the reason says what to change. */
      decline: z
        .object({
          confirmedAt: z.iso.datetime(),
          by: z.string().nullable(),
          reason: z.string(),
          wantsChanges: z.boolean(),
        })
        .nullable(),
      /** Why the service rejected the order: its answer, and the lines that it concerns. */
      rejection: z
        .object({
          refusal: serviceErrorSchema.nullable(),
          currency: z.string().nullable(),
          lines: z.array(
            z.object({ line: typedLineSchema.omit({ id: true, rows: true }), message: z.string() }),
          ),
        })
        .nullable(),
    })
    .nullable(),
  draft: orderDraftSchema,
  /** Increases with every change; a save over an older version is refused with 409, so that two tabs cannot undo each other's changes. */
  version: z.int(),
  products: z.array(productSchema),
  /** Those of `products` that are no longer in the service's catalog. */
  retiredProductIds: z.array(z.int()),
  savedAt: z.iso.datetime().nullable(),
  /** What has changed of its products in the catalog since it was saved; null if nothing has. */
  changedSince: changedSinceSchema.nullable(),
  /** What was ordered from this draft after the version that the reader has. */
  ordered: z.array(orderedLinesSchema),
});
export type OrderDraftView = z.infer<typeof orderDraftViewSchema>;

/** GET /api/orders/draft: without an id, the draft that the catalog adds to. */
export const draftQuerySchema = z.strictObject({
  id: z.uuid().optional(),
  /** The version that the reader has: the answer says what was ordered since. */
  since: z.coerce.number().int().min(0).max(2_147_483_646).optional(),
});

/** PUT /api/orders/draft. */
export const saveDraftRequestSchema = draftReferenceSchema.extend({
  draft: orderDraftSchema.refine(({ lines }) => lines.length <= MAX_LINES, {
    path: ["lines"],
    message: `A draft holds at most ${MAX_LINES} lines. Remove some, or start another draft.`,
  }),
});
