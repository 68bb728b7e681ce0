import { z } from "zod";
import { normaliseTag, parseTags, TAG_LENGTH, TAGS_LIMIT } from "./orderTags.ts";

/** One tag of a request. A separator inside it is refused, because the next field that shows it would split it. */
export const orderTagSchema = z
  .string()
  .max(500)
  .transform(normaliseTag)
  .pipe(
    z
      .string()
      .min(1, "Enter a tag.")
      .max(TAG_LENGTH, `Enter at most ${TAG_LENGTH} characters.`)
      .refine((tag) => parseTags(tag).length === 1, "Leave commas and semicolons out of a tag."),
  );

/** The tags of a request, each once. */
export const orderTagsSchema = z
  .array(orderTagSchema)
  .max(TAGS_LIMIT, `Use at most ${TAGS_LIMIT} tags.`)
  .transform((tags) => [...new Set(tags)]);
