import "server-only";
import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import { LINE_FIELDS } from "#lib/orders/drafts/draftMerge.ts";
import { AppError } from "#server/context/errors.ts";

/**
 * Refuses NUL and lone surrogates, which PostgreSQL's jsonb cannot store: replacing them would silently change what was typed.
 * @throws AppError `validation`, which names the fields.
 */
export function refuseUnstorable({ lines, ...texts }: Partial<OrderDraft>): void {
  const fields: Record<string, string> = {};
  const check = (path: string, text: string) => {
    if (/\0|\p{Surrogate}/u.test(text)) fields[path] = "Remove the character that can't be saved.";
  };
  for (const [field, text] of Object.entries(texts)) check(field, text);
  for (const [index, line] of (lines ?? []).entries()) {
    for (const field of LINE_FIELDS) check(`lines.${index}.${field}`, line[field]);
  }
  if (Object.keys(fields).length === 0) return;
  throw new AppError("validation", "Remove the characters that can't be saved, then save again.", { fields });
}
