import { z } from "zod";
import { ASKED_AT_ONCE, LONGEST_REFERENCE, MOST_REFERENCES } from "./lookUpLimits.ts";
import { EXPOSURES, HAND_OUT_STATES } from "./handOut.ts";
import { orderSummarySchema } from "#lib/contracts/orders/order.ts";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";

/** POST /api/lookup/orders. `service`: also asks the service about references that the ledger does not contain, a few at a time. */
export const lookUpRequestSchema = z
  .strictObject({
    references: z.array(z.string().min(1).max(LONGEST_REFERENCE)).min(1).max(MOST_REFERENCES),
    service: z.boolean(),
  })
  .refine(({ references, service }) => !service || references.length <= ASKED_AT_ONCE, {
    path: ["references"],
    message: `Ask the service about at most ${ASKED_AT_ONCE} references at once.`,
  });
export type LookUpRequest = z.infer<typeof lookUpRequestSchema>;

/** An order that a reference may have meant. */
export const suggestionSchema = z.object({ reference: z.string(), state: z.enum(ORDER_STATES) });
export type Suggestion = z.infer<typeof suggestionSchema>;

/** POST /api/lookup/code: finds the order of a code. In the body only, so that the code appears in no address and no log. */
export const findCodeRequestSchema = z.strictObject({
  code: z.string().max(2_000, "This is too long for one code. Paste a single code."),
});
/** The most members that are named as having seen a code: the latest. */
export const MOST_SEEN_BY = 5;

/** What is known of a code that somebody searched for, without the code. */
export const codeTraceSchema = z.object({
  /** Its number in the order, and how many codes the order has. */
  number: z.int(),
  of: z.int(),
  productId: z.int().nullable(),
  productName: z.string().nullable(),
  handedOut: z
    .object({
      customerReference: z.string(),
      state: z.enum(HAND_OUT_STATES),
      takenBy: z.string(),
      takenAt: z.iso.datetime(),
    })
    .nullable(),
  /** Whether it was revealed or exported, the worst of both. */
  exposure: z.enum(EXPOSURES),
  /** Who did that, the latest first, as far as the records name the code. */
  seen: z.array(z.object({ by: z.string(), at: z.iso.datetime(), how: z.enum(["revealed", "exported"]) })),
});
export type CodeTrace = z.infer<typeof codeTraceSchema>;

/** `code`: null if the service doesn't list the code now, or couldn't be asked. */
const orderOfCodeSchema = orderSummarySchema.extend({ code: codeTraceSchema.nullable() });
export type OrderOfCode = z.infer<typeof orderOfCodeSchema>;

export const foundCodeSchema = z.object({
  orders: z.array(orderOfCodeSchema),
  /** They delivered not this code, but one that may be taken for it: O for 0, I or l for 1, B for 8, S for 5. */
  isSimilar: z.boolean(),
  /** No order was found, and the text is a number of which a spreadsheet has lost digits. */
  hasLostDigits: z.boolean(),
});
export type FoundCode = z.infer<typeof foundCodeSchema>;

/**
 * The result for one reference:
 * - `found`: in the ledger, or at the service, and then added to the ledger;
 * - `unknown`: not in the ledger; the service was not asked;
 * - `not_found`: neither here nor there;
 * - `later`: the service may not be asked now, but in `retryAfterSeconds`;
 * - `failed`: the service could not be asked; `message` says why;
 * - `code`: a delivered code instead of a reference. The service is not asked about it.
 */
export const lookUpAnswerSchema = z.object({
  reference: z.string(),
  outcome: z.enum(["found", "unknown", "not_found", "later", "failed", "code"]),
  order: orderSummarySchema.nullable(),
  suggestions: z.array(suggestionSchema),
  message: z.string().nullable(),
  retryAfterSeconds: z.number().nullable(),
  /** The order of a code, where a single text was looked up, as POST /api/lookup/code answers it: recorded once. */
  code: foundCodeSchema.optional(),
});
export type LookUpAnswer = z.infer<typeof lookUpAnswerSchema>;
export const lookUpResultSchema = z.object({ answers: z.array(lookUpAnswerSchema) });
export type LookUpResult = z.infer<typeof lookUpResultSchema>;

/** POST /api/lookup/code-end: the order of a code of which only the end is known, among the few that a second detail leaves. */
export const findCodeEndRequestSchema = z
  .strictObject({
    end: z.string().max(60),
    reference: z.string().trim().min(1).max(LONGEST_REFERENCE).optional(),
    productId: z.int().positive().optional(),
    /** On which the order was placed. */
    day: z.iso.date().optional(),
  })
  .refine(({ reference, productId, day }) => (reference ?? productId ?? day) !== undefined, {
    path: ["reference"],
    message: "Give the order's reference, its product or its day too.",
  });
export type FindCodeEndRequest = z.output<typeof findCodeEndRequestSchema>;
export const foundCodeEndSchema = z.object({
  orders: z.array(orderOfCodeSchema),
  /** None of their codes ends so, but one ends like it. */
  isSimilar: z.boolean(),
  /** How many orders fit the other details and were compared. */
  compared: z.int(),
  /** How many of those that fit could not be read now. */
  unreadable: z.int(),
});
export type FoundCodeEnd = z.infer<typeof foundCodeEndSchema>;
