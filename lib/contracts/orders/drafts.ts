import { z } from "zod";
import { MAX_LINES } from "./orderLimits.ts";
import { draftReferenceSchema, orderDraftSchema, typedLineSchema } from "./placeOrder.ts";
import { productSchema } from "#lib/contracts/catalog/product.ts";
import { nameText } from "#lib/contracts/text/nameText.ts";

const draftNameSchema = nameText("Give the draft a name.");

/** POST /api/orders/drafts: a draft with a name, or the one that belongs to an order, which receives this content if it has no lines. */
export const openDraftRequestSchema = z
  .strictObject({
    ...orderDraftSchema.pick({ note: true, purchaseOrder: true, tags: true }).partial().shape,
    origin: z.string().min(1).max(500).optional(),
    name: draftNameSchema.optional(),
    lines: orderDraftSchema.shape.lines.max(MAX_LINES, `A draft holds at most ${MAX_LINES} lines.`),
  })
  .refine(({ origin, name }) => (origin === undefined) !== (name === undefined), {
    message: "Give the draft a name, or say which order it belongs to.",
  });
export type OpenDraftRequest = z.input<typeof openDraftRequestSchema>;

export const draftAddressSchema = z.object({ draftId: z.uuid() });

/** PATCH /api/orders/drafts/{draftId}: changes a draft's properties other than its content. `deleted: false` restores it. */
export const changeDraftRequestSchema = z
  .strictObject({
    name: draftNameSchema.optional(),
    shared: z.boolean().optional(),
    deleted: z.boolean().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), "Say what to change.");

export type ChangeDraftRequest = z.input<typeof changeDraftRequestSchema>;

/** GET /api/orders/drafts. */
export const draftsPageSchema = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      /** Null for the draft that the catalog adds to, and for those of an order that nobody has named. */
      name: z.string().nullable(),
      /** The reference of the order that it was made from. */
      origin: z.string().nullable(),
      /** Whether the whole team sees and edits it. */
      shared: z.boolean(),
      /** The owner, if it is not this member. */
      ownedBy: z.string().nullable(),
      lineCount: z.int(),
    }),
  ),
});
export type DraftsPage = z.infer<typeof draftsPageSchema>;
export type DraftSummary = DraftsPage["items"][number];

/**
 * PATCH /api/orders/draft: the changes since the version that they are based on, so that a save is as large as what was typed.
 * `follows` names the line above an added one, null if it is the first; a changed line stays where it is.
 */
export const saveChangesRequestSchema = draftReferenceSchema.extend({
  texts: orderDraftSchema.omit({ lines: true }).partial().strict(),
  lines: z
    .array(
      z.union([
        z.strictObject({ line: typedLineSchema, follows: z.uuid().nullable().optional() }),
        z.strictObject({ removed: z.uuid() }),
      ]),
    )
    .max(2 * MAX_LINES)
    .refine((lines) => new Set(lines.map(idOfChange)).size === lines.length, {
      message: "Name each line once.",
    }),
});
export type SaveChangesRequest = z.infer<typeof saveChangesRequestSchema>;

function idOfChange(change: { line: { id: string } } | { removed: string }): string {
  return "line" in change ? change.line.id : change.removed;
}

/** POST /api/orders/draft/lines: adds lines at the end of the draft that the catalog adds to. */
export const addLinesRequestSchema = z.strictObject({
  lines: z.array(typedLineSchema).min(1).max(MAX_LINES),
});

/** The stored draft after a save, without its content, which the page has. Products are those of the saved lines. */
export const savedDraftSchema = draftReferenceSchema.extend({
  savedAt: z.iso.datetime(),
  lineCount: z.int(),
  products: z.array(productSchema),
  retiredProductIds: z.array(z.int()),
});
export type SavedDraft = z.infer<typeof savedDraftSchema>;

/** POST /api/orders/drafts/{draftId}/presence: this tab shows the draft and edits this line; null: it has left the draft. */
export const presenceRequestSchema = z.strictObject({
  tabId: z.uuid(),
  lineId: z.uuid().nullable(),
  isLeaving: z.boolean().optional(),
});

/** Who else has the draft open, and the stored version. */
export const presenceSchema = z.object({
  version: z.int(),
  others: z.array(z.object({ memberId: z.uuid(), name: z.string(), lineId: z.uuid().nullable() })),
});
export type Presence = z.infer<typeof presenceSchema>;
