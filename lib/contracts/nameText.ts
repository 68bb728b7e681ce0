import { z } from "zod";
import { tidyViewName, VIEW_NAME_LIMIT, viewNameKey } from "./viewName.ts";

/** The tidied name of something that members save. `missing`: the error message if there is none. */
export function nameText(missing: string) {
  return z
    .string()
    .transform(tidyViewName)
    .pipe(
      z
        .string()
        .refine((name) => viewNameKey(name) !== "", missing)
        .max(VIEW_NAME_LIMIT, `Enter at most ${VIEW_NAME_LIMIT} characters.`),
    );
}
