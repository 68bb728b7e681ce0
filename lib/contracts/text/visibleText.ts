import { z } from "zod";
import { tidyLines, tidyViewName } from "./viewName.ts";

/**
 * One line of visible characters, as people and programs type it into a field that may be empty; what must not be empty is a
 * {@link nameText}.
 * @param limit in characters, as typed and as tidied: composing accents can make a text longer.
 */
export function lineText(limit: number) {
  return bounded(limit).transform(tidyViewName).pipe(bounded(limit));
}

/** The same with line ends and tabs. */
export function linesText(limit: number) {
  return bounded(limit).transform(tidyLines).pipe(bounded(limit));
}

function bounded(limit: number) {
  return z.string().max(limit, `Enter at most ${limit} characters.`);
}
