import { z } from "zod";
import { tidyViewName, VIEW_NAME_LIMIT, viewNameKey } from "./viewName.ts";

/**
 * The tidied name of something or somebody, as people type it: one line of visible characters. Names appear in mails and in the
 * sentences of others, so every schema of a name or title is made by this function, and of a reason that others read there.
 * @param missing the error message if there is none.
 * @param limit in characters.
 */
export function nameText(missing: string, limit: number = VIEW_NAME_LIMIT) {
  return z
    .string()
    .transform(tidyViewName)
    .pipe(
      z
        .string()
        .refine((name) => viewNameKey(name) !== "", missing)
        .max(limit, `Enter at most ${limit} characters.`),
    );
}
