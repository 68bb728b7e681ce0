import "server-only";
import { AppError } from "#server/context/errors.ts";

/** Longer names of fields are cut in messages. */
const LONGEST_PATH = 200;

/**
 * Refuses NUL and lone surrogates, which PostgreSQL cannot store, before they cause a failure further inside.
 * @param path the field that has the text, as problem documents name it; undefined for a name itself.
 * @throws AppError `validation`, which names the field.
 */
export function refuseUnstorableText(text: string, what: "address" | "query" | "body", path?: string): void {
  if (!text.includes("\0") && text.isWellFormed()) return;
  if (path === undefined)
    throw new AppError("validation", `Remove the characters that are not text from the ${what}.`);
  const field = path.slice(0, LONGEST_PATH);
  throw new AppError("validation", `Remove the characters that are not text from ${field}.`, {
    fields: { [field]: "Remove the character that can't be saved." },
  });
}
