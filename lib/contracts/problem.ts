import { z } from "zod";
import { identityFactorsSchema } from "./identityFactors.ts";
import { serviceErrorSchema } from "#lib/contracts/service/serviceError.ts";

/** A message that belongs to one line of the order that was sent or checked. */
export const lineProblemSchema = z.object({
  index: z.int().nonnegative(),
  productId: z.int(),
  message: z.string(),
  /** The part of the line that has to change, if the message is about one. */
  field: z.literal("quantity").optional(),
  /** How many codes of the product may still be ordered, if a rule of this dashboard leaves too few for this order. */
  left: z.int().nonnegative().optional(),
});

/**
 * Why a draft's confirmation was refused: its lines were already ordered, they differ from what the member saw, or the team has
 * just placed the same order or already ordered the same missing codes.
 */
export const draftConflictSchema = z.enum(["lines-ordered", "draft-changed", "recent-order"]);
export type DraftConflict = z.infer<typeof draftConflictSchema>;

/**
 * An order with the same lines that the team placed a moment ago, one of the same products and quantities whose outcome is unknown, or one
 * that reordered products of the same order; the last two however long ago.
 */
export const recentOrderSchema = z.object({
  reference: z.string(),
  placedBy: z.string().nullable(),
  at: z.iso.datetime(),
  /** The order whose products it orders again: one that lacks codes, or that bought nothing. */
  reorders: z.string().optional(),
  /** The reference of the latest order of the same products and quantities whose outcome is unknown: this one, or an earlier one. */
  unresolved: z.string().optional(),
  /** It is the same order of several products, or nearly, within RECENT_BATCH_DAYS. */
  batch: z.literal(true).optional(),
  /** How many rows of an imported table it has in common, within RECENT_BATCH_DAYS. */
  importedRows: z.int().positive().optional(),
});
export type RecentOrder = z.infer<typeof recentOrderSchema>;

/** The decision about an order because of which another one is too late. */
export const decidedSchema = z.object({
  /** The member's name; null: the reader. */
  by: z.string().nullable(),
  decision: z.enum(["approved", "declined", "withdrawn", "closed"]),
  at: z.iso.datetime(),
});
export type Decided = z.infer<typeof decidedSchema>;

/** The codes that a hand-out would take: how many of them nobody has seen, and how many were revealed or exported before. */
export const exposedCodesSchema = z.object({
  untouched: z.int(),
  revealed: z.int(),
  exported: z.int(),
});
export type ExposedCodes = z.infer<typeof exposedCodesSchema>;

/** How a member confirms again that it's them. */
export const reauthenticateSchema = z.enum(["password", "second-factor", "sign-in"]);
export type Reauthenticate = z.infer<typeof reauthenticateSchema>;

/** RFC 9457 problem document: the only error shape of the dashboard's own interface (docs/architecture.md#http-interface). */
export const problemSchema = z.object({
  /** A stable kebab-case word, such as `validation` or `not-found`. */
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** Says what to do next. */
  detail: z.string(),
  requestId: z.string(),
  /** The service's own answer, verbatim. */
  service: serviceErrorSchema.optional(),
  lines: z.array(lineProblemSchema).optional(),
  /** The invalid parts of the request: dotted path → message. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Seconds to wait before trying again, if that helps. */
  retryAfterSeconds: z.number().optional(),
  /** The reference of an order that already has what was asked for. */
  existingReference: z.string().optional(),
  /** How to answer `reauthentication-required`: by POST /api/session/confirm, or by signing in again. */
  reauthenticate: reauthenticateSchema.optional(),
  /** What POST /api/session/confirm accepts from this member, for `reauthentication-required`. */
  factors: identityFactorsSchema.optional(),
  conflict: draftConflictSchema.optional(),
  recentOrder: recentOrderSchema.optional(),
  decided: decidedSchema.optional(),
  /** For `exposed-codes`: repeat the request with as many `exposed` as it may take. */
  exposed: exposedCodesSchema.optional(),
});
export type LineProblem = z.infer<typeof lineProblemSchema>;
export type Problem = z.infer<typeof problemSchema>;
