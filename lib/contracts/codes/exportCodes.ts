import { z } from "zod";
import { revealReasonSchema } from "./codes.ts";
import { MOST_HAND_OUTS_RELEASED } from "./releaseLimits.ts";

export const EXPORT_FORMATS = ["csv", "xlsx", "json", "print"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const MOST_CODES = 10_000_000;
/** Which of an order's codes: the first position, from 0, and how many. */
const codesChosen = {
  skip: z.int().min(0).default(0),
  take: z.int().min(1).max(MOST_CODES),
};

/** POST /api/orders/{reference}/export: returns a file. */
export const exportCodesRequestSchema = z.strictObject({
  ...codesChosen,
  /** All of them, unless it says how many. */
  take: codesChosen.take.default(MOST_CODES),
  /** `print` returns the codes as JSON, from which the page makes a printable sheet; recorded as printed. */
  format: z.enum(EXPORT_FORMATS),
  /** The separator of a CSV file that the reader's spreadsheet program expects. */
  separator: z.enum([",", ";"]).default(","),
  /** The passphrase of the encrypted archive that contains the file. The page generates it, and shows it once. */
  passphrase: z.string().min(20).max(200).optional(),
  /** Answers in frames that say how many codes have been written so far (lib/codes/exportFrames.ts), for a page that shows progress. */
  framed: z.boolean().optional(),
  reason: revealReasonSchema,
});
export type ExportCodesRequest = z.infer<typeof exportCodesRequestSchema>;

/** The content type of an exported file, by its file extension. */
export const EXPORT_TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  json: "application/json",
  zip: "application/zip",
} as const;

/** One code of an export as JSON. */
export const exportedCodeSchema = z.object({
  number: z.int(),
  productId: z.int().nullable(),
  product: z.string(),
  /** In major units, or as `1000 minor units` where its currency is not known; null where it is not known itself. */
  amount: z.string().nullable(),
  /** The order's, also where the amount is not known. */
  currency: z.string().nullable(),
  fields: z.record(z.string(), z.string()),
  /** The customer's reference, if the code was handed out. */
  handedTo: z.string().optional(),
});
export type ExportedCode = z.infer<typeof exportedCodeSchema>;

/** A member asks for an export that another member has to release. */
export const releaseRequestSchema = z.strictObject({
  reference: z.string().min(1).max(500),
  ...codesChosen,
  reason: revealReasonSchema,
});
export type ReleaseRequest = z.infer<typeof releaseRequestSchema>;

/** POST /api/codes/hand-outs/releases: a member asks to hand out a number of further codes within a day. */
export const handOutReleaseRequestSchema = z.strictObject({
  count: z.int().min(1).max(MOST_HAND_OUTS_RELEASED),
  reason: revealReasonSchema,
});
export type HandOutReleaseRequest = z.infer<typeof handOutReleaseRequestSchema>;

export const releaseDecisionSchema = z.strictObject({ decision: z.enum(["release", "refuse"]) });
export const releaseAddressSchema = z.strictObject({ releaseId: z.uuid() });

/** The state of a request. `used`: the file was sent, or all the codes were handed out. */
export const RELEASE_STATES = ["requested", "released", "refused", "used"] as const;
export const releaseSchema = z.object({
  id: z.uuid(),
  /** The order's reference; null: for hand-outs, of whatever orders. */
  reference: z.string().nullable(),
  requestedBy: z.string(),
  isOwn: z.boolean(),
  requestedAt: z.iso.datetime(),
  first: z.int(),
  count: z.int(),
  /** Of hand-outs: how many codes were handed out with it. */
  handedOut: z.int(),
  reason: z.string().nullable(),
  state: z.enum(RELEASE_STATES),
  decidedBy: z.string().nullable(),
  /** Until when a release can be used. */
  validUntil: z.iso.datetime().nullable(),
});
export type Release = z.infer<typeof releaseSchema>;
/** GET /api/codes/releases: open requests of the team, and the member's own of the last days. */
export const releasesSchema = z.object({ items: z.array(releaseSchema) });
export type Releases = z.infer<typeof releasesSchema>;
