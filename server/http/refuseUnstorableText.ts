import "server-only";
import { AppError } from "#server/context/errors.ts";

/**
 * PostgreSQL keeps neither NUL nor half of a surrogate pair: said here, at the door, instead of by a failure inside.
 * @throws AppError `validation`.
 */
export function refuseUnstorableText(text: string, what: "address" | "query" | "body"): void {
  if (!text.includes("\0") && text.isWellFormed()) return;
  throw new AppError("validation", `Remove the characters from the ${what} that are no text.`);
}
