import { z } from "zod";
import { CHANGE_KINDS } from "#lib/contracts/catalog/changeKinds.ts";
import { environmentSchema } from "#lib/contracts/environment.ts";

/** The most changes in one message (docs/programs.md). */
export const CHANGES_PER_MESSAGE = 500;

/** The message to a webhook about what has changed in the catalog (docs/programs.md#being-told-of-catalog-changes). */
export const catalogMessageSchema = z.strictObject({
  type: z.literal("catalog.changed"),
  timestamp: z.iso.datetime(),
  data: z.strictObject({
    environment: environmentSchema,
    title: z.string(),
    /** The id of the last change in the message: larger in later messages. */
    sequence: z.int(),
    /** The id of the change before the first one; null if there is none, or it is no longer kept. */
    previous: z.int().nullable(),
    changes: z
      .array(
        z.strictObject({
          id: z.int(),
          productId: z.int(),
          kinds: z.array(z.enum(CHANGE_KINDS)),
          foundAt: z.iso.datetime(),
        }),
      )
      .max(CHANGES_PER_MESSAGE),
    /** The page of the changes; absent if this dashboard's address is not known. */
    url: z.string().optional(),
  }),
});
export type CatalogMessage = z.infer<typeof catalogMessageSchema>;
