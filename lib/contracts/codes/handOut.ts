import { z } from "zod";
import { nameText } from "#lib/contracts/text/nameText.ts";
import { revealReasonSchema } from "./codes.ts";

/** The customer that codes were handed to: a customer number, e-mail address or ticket, as the team writes it. */
const customerReferenceSchema = nameText("Enter who the codes are for.", 200);

/** Who has seen a code that was not handed out: nobody, a member on a page, or whoever has a file. */
export const EXPOSURES = ["untouched", "revealed", "exported"] as const;
export type Exposure = (typeof EXPOSURES)[number];

/** POST /api/codes/hand-outs: takes the next codes of a product, those that nobody has seen first. */
export const takeCodesRequestSchema = z.strictObject({
  productId: z.int(),
  count: z.int().min(1).max(100).default(1),
  customerReference: customerReferenceSchema,
  /** How many of them may have been revealed or exported before: somebody else may have them. */
  exposed: z.int().min(0).max(100).default(0),
  /** Created for each decision to hand out: repeating the request takes no further codes and returns the same ones. */
  takeId: z.uuid(),
  reason: revealReasonSchema,
});
export type TakeCodesRequest = z.infer<typeof takeCodesRequestSchema>;

/** How many of a customer's codes are shown again at most: the latest ones. */
export const MOST_HAND_OUTS = 200;

/** POST /api/codes/hand-outs/read: shows again what was handed to a customer. */
export const readHandOutsRequestSchema = z.strictObject({
  customerReference: customerReferenceSchema,
  reason: revealReasonSchema,
});
export type ReadHandOutsRequest = z.infer<typeof readHandOutsRequestSchema>;

/** PATCH /api/codes/hand-outs/{handOutId}: a customer says that a code does not work, or that it does after all. */
export const disputeRequestSchema = z.strictObject({ disputed: z.boolean() });
export const handOutAddressSchema = z.strictObject({ handOutId: z.uuid() });

export const HAND_OUT_STATES = ["handed_out", "disputed"] as const;
export const handOutSchema = z.object({
  id: z.uuid(),
  /** The order's reference. */
  order: z.string(),
  productId: z.int().nullable(),
  productName: z.string().nullable(),
  customerReference: z.string(),
  state: z.enum(HAND_OUT_STATES),
  takenBy: z.string(),
  takenAt: z.iso.datetime(),
  /** Until when the member who asks can take it back; null: they can't. */
  takeBackUntil: z.iso.datetime().nullable(),
  /** Null: the service no longer delivers this code; what it delivers now is a different one. */
  fields: z.record(z.string(), z.string()).nullable(),
});
export type HandOut = z.infer<typeof handOutSchema>;
export const handOutsSchema = z.object({ items: z.array(handOutSchema) });
export type HandOuts = z.infer<typeof handOutsSchema>;

/** POST /api/codes/hand-outs/history: what a customer was handed, without a code. */
export const handOutHistoryRequestSchema = z.strictObject({ customerReference: customerReferenceSchema });
export const handOutHistorySchema = z.object({
  /** There are more than `MOST_HAND_OUTS`. */
  hasMore: z.boolean(),
  items: z.array(handOutSchema.omit({ fields: true, takeBackUntil: true }).extend({ productId: z.int() })),
});
export type HandOutHistory = z.infer<typeof handOutHistorySchema>;
