import "server-only";
import { AppError } from "#server/context/errors.ts";

/**
 * Refuses NUL and lone surrogates, which PostgreSQL cannot store, before they cause a failure further inside.
 * @throws AppError `validation`.
 */
export function refuseUnstorableText(text: string, what: "address" | "query" | "body"): void {
  if (!text.includes("\0") && text.isWellFormed()) return;
  throw new AppError("validation", `Remove the characters that are not text from the ${what}.`);
}
