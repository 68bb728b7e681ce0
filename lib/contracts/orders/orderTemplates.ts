import { z } from "zod";
import { changedSinceSchema } from "#lib/contracts/catalog/changedSince.ts";
import { nameText } from "#lib/contracts/text/nameText.ts";
import { orderDraftSchema, typedLineSchema } from "./placeOrder.ts";

const templateNameSchema = nameText("Enter a name for the template.");
const templateLineSchema = typedLineSchema.omit({ id: true, rows: true });

/** What a template keeps of a draft: everything but its order reference and the ids of its lines. */
export const templateContentSchema = orderDraftSchema
  .omit({ externalOrderCode: true })
  .extend({ lines: z.array(templateLineSchema).min(1, "Add a line before you save a template.") });
export type TemplateContent = z.infer<typeof templateContentSchema>;

/** POST /api/orders/templates: keeps a draft for the team, under a name. */
export const saveTemplateRequestSchema = z.strictObject({
  name: templateNameSchema,
  content: templateContentSchema,
});

export type SaveTemplateRequest = z.input<typeof saveTemplateRequestSchema>;

/** PATCH /api/orders/templates/{templateId}. */
export const renameTemplateRequestSchema = z.strictObject({ name: templateNameSchema });

export const templateAddressSchema = z.strictObject({ templateId: z.uuid() });

const orderTemplateSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The name of the member who saved it. */
  savedBy: z.string(),
  lineCount: z.int(),
  /** What has changed of its products in the catalog since it was saved; null if nothing has. */
  changedSince: changedSinceSchema.nullable(),
  /** Whether this member may rename and delete it. */
  mayChange: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export type OrderTemplate = z.infer<typeof orderTemplateSchema>;

/** GET /api/orders/templates, by name. */
export const templatesPageSchema = z.object({ templates: z.array(orderTemplateSchema) });
export type TemplatesPage = z.infer<typeof templatesPageSchema>;
