import { z } from "zod";
import { tidyViewName } from "#lib/contracts/text/viewName.ts";

/** One delivered code. `index` is its position in the order, from 0; `fields` keeps the service's names. */
export const codeSchema = z.object({
  productId: z.int().nullable(),
  index: z.int(),
  fields: z.record(z.string(), z.string()),
});
export type Code = z.infer<typeof codeSchema>;

/** A code as it is shown: `number` is its position among the order's codes, grouped by product, from 1. */
export const shownCodeSchema = codeSchema.extend({
  number: z.int(),
  /** The customer's reference, if the code was handed out. */
  handedTo: z.string().optional(),
  handOutId: z.uuid().optional(),
});
export type ShownCode = z.infer<typeof shownCodeSchema>;

/** The codes of one product: numbers `first` to `first + count - 1`. */
export const codeGroupSchema = z.object({
  /** Null: the service does not say, and the order has several products. */
  productId: z.int().nullable(),
  productName: z.string().nullable(),
  /** What each code may have cost, in minor units: one amount; several, if it is not known which applies; or none. */
  amounts: z.array(z.int()),
  currency: z.string().nullable(),
  first: z.int(),
  count: z.int(),
  /** The fields that at least one of the codes has, in the order in which they are shown. */
  fields: z.array(z.string()),
});
export type CodeGroup = z.infer<typeof codeGroupSchema>;

/** Why codes are revealed or exported, in one line; the account's settings decide whether a reason is required. */
export const revealReasonSchema = z.string().trim().max(500).transform(tidyViewName).optional();

/** POST /api/orders/{reference}/codes: audited before anything is shown. */
export const revealRequestSchema = z.strictObject({
  skip: z.int().min(0).default(0),
  take: z.int().min(1).max(1_000).default(100),
  /** Only codes with a serial number, expiry or further field that contains this text. */
  search: z.string().trim().min(1).max(100).optional(),
  reason: revealReasonSchema,
});
export type RevealRequest = z.infer<typeof revealRequestSchema>;
export const codesPageSchema = z.object({
  items: z.array(shownCodeSchema),
  /** The number of codes; for a search, of those that match. */
  total: z.int(),
  groups: z.array(codeGroupSchema),
  /** The names and types of the service's answer, if it says that the order is delivered but has no code that can be read. */
  shape: z.string().optional(),
});
export type CodesPage = z.infer<typeof codesPageSchema>;

/** GET and PUT /api/codes/settings: what the account requires before codes are shown, in both environments. */
export const codeSettingsSchema = z.strictObject({
  /** Whether members have to give a reason to reveal or export codes. */
  reasonRequired: z.boolean(),
  /** Taking more codes than this within a day needs a second member; null: never. */
  releaseOver: z.int().min(1).max(10_000_000).nullable(),
  /** Whether hand-outs beyond it need one too, or are only reported to those who could release them. */
  handOutsNeedRelease: z.boolean(),
});
export type CodeSettings = z.infer<typeof codeSettingsSchema>;
/** PUT /api/codes/settings. What is left out stays. */
export const changeCodeSettingsSchema = codeSettingsSchema.partial();
export type ChangeCodeSettings = z.infer<typeof changeCodeSettingsSchema>;
