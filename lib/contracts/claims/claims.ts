import { z } from "zod";
import { EXPOSURES, handOutAddressSchema } from "#lib/contracts/codes/handOut.ts";
import { LONGEST_REFERENCE } from "#lib/contracts/codes/lookUpLimits.ts";
import { revealReasonSchema } from "#lib/contracts/codes/codes.ts";
import { currencyCodeSchema } from "#lib/contracts/money/currencyCode.ts";
import { nameText } from "#lib/contracts/text/nameText.ts";
import { lineText, linesText } from "#lib/contracts/text/visibleText.ts";
import { CLAIM_DUES, CLAIM_STATES, LONGEST_TERM, LONGEST_SAID } from "./claimStates.ts";

/** What the customer said of a code, in one text. */
const saidSchema = linesText(LONGEST_SAID);

/** Which code of which order. */
const codeOfOrderSchema = z.strictObject({
  order: z.string().trim().min(1, "Enter an order reference.").max(LONGEST_REFERENCE),
  /** The code's number in the order, from 1. */
  number: z.int().min(1).max(1_000_000),
});
export type CodeOfOrder = z.infer<typeof codeOfOrderSchema>;

/** POST /api/claims: a code does not work. It is named by its order and number, or by what was handed out. */
export const openClaimRequestSchema = z.union([
  codeOfOrderSchema.extend({ said: saidSchema }),
  handOutAddressSchema.extend({ said: saidSchema }),
]);
export type OpenClaimRequest = z.infer<typeof openClaimRequestSchema>;

export const claimAddressSchema = z.strictObject({ claimId: z.uuid() });

/** POST /api/claims/{claimId}: moves a claim to another state, with what that state needs. */
export const moveClaimRequestSchema = z.discriminatedUnion("to", [
  z.strictObject({ to: z.literal("sent"), supplierReference: lineText(200).default("") }),
  codeOfOrderSchema.extend({ to: z.literal("replaced") }),
  z.strictObject({
    to: z.literal("credited"),
    currency: currencyCodeSchema,
    /** In minor units. */
    amount: z.int().positive(),
    /** The day (UTC) of the movement of the wallet. */
    day: z.iso.date(),
  }),
  z.strictObject({ to: z.literal("refused"), reason: nameText("Enter why it was refused.", 500) }),
  z.strictObject({ to: z.literal("withdrawn") }),
]);
export type MoveClaimRequest = z.infer<typeof moveClaimRequestSchema>;

/** GET /api/claims */
export const claimsQuerySchema = z.strictObject({
  state: z.enum(CLAIM_STATES).optional(),
  due: z.enum(CLAIM_DUES).optional(),
});
export type ClaimsQuery = z.infer<typeof claimsQuerySchema>;

export const claimSchema = z.object({
  id: z.uuid(),
  state: z.enum(CLAIM_STATES),
  /** The order's reference, and its id at the service. */
  order: z.string(),
  orderId: z.string().nullable(),
  productId: z.int().nullable(),
  productName: z.string().nullable(),
  /** The code's number in the order. */
  number: z.int(),
  said: z.string(),
  /** To whom the code was handed out. */
  customerReference: z.string().nullable(),
  openedBy: z.string().nullable(),
  openedAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime(),
  /** Until when it has to be sent, by the supplier's terms; null: there are none, or it was sent. */
  dueAt: z.iso.datetime().nullable(),
  supplierReference: z.string().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
  /** The code that replaces it. */
  replacement: z.object({ order: z.string(), number: z.int() }).nullable(),
  /** The movement of the wallet by which it was credited. */
  credit: z.object({ currency: z.string(), amount: z.int(), day: z.iso.date() }).nullable(),
});
export type Claim = z.infer<typeof claimSchema>;

/** What the supplier's terms say: within how many days after the delivery a code has to be claimed; null: not stated. */
export const claimTermsSchema = z.object({ days: z.int().min(1).max(LONGEST_TERM).nullable() });
export type ClaimTerms = z.infer<typeof claimTermsSchema>;
/** PUT /api/claims/terms */
export const claimTermsRequestSchema = z.strictObject(claimTermsSchema.shape);

export const claimsSchema = z.object({
  items: z.array(claimSchema),
  /** There are more than `MOST_CLAIMS`. */
  hasMore: z.boolean(),
  terms: claimTermsSchema,
});
export type Claims = z.infer<typeof claimsSchema>;

/** POST /api/claims/{claimId}/evidence. `whole`: with the code, which is a reveal. */
export const evidenceRequestSchema = z.strictObject({
  whole: z.boolean().default(false),
  reason: revealReasonSchema,
});
export type EvidenceRequest = z.infer<typeof evidenceRequestSchema>;

const happenedSchema = z.object({ at: z.iso.datetime(), by: z.string().nullable() });
/** Everything that a supplier needs to check a claim. */
export const evidenceSchema = z.object({
  claim: claimSchema,
  /** When the order was placed. */
  placedAt: z.iso.datetime(),
  /** How many codes of the order were delivered. */
  delivered: z.int().nullable(),
  /** Whether it was revealed or exported, the worst of both. */
  exposure: z.enum(EXPOSURES),
  seen: z.array(happenedSchema.extend({ how: z.enum(["revealed", "exported"]) })),
  handedOut: happenedSchema.extend({ customerReference: z.string() }).nullable(),
  /** The code's own fields; null: masked. */
  fields: z.record(z.string(), z.string()).nullable(),
  madeAt: z.iso.datetime(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** GET /api/claims/rates */
export const failureRatesQuerySchema = z.strictObject({
  product: z.string().regex(/^[0-9]{1,15}$/, "Enter a product ID."),
});
const rateSchema = z.object({ delivered: z.int(), failed: z.int() });
export type FailureRate = z.infer<typeof rateSchema>;
export const failureRatesSchema = z.object({
  product: rateSchema,
  /** Of all products of its brands. */
  brands: z.array(rateSchema.extend({ brand: z.string() })),
});
export type FailureRates = z.infer<typeof failureRatesSchema>;
