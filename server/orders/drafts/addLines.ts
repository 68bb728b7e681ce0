import "server-only";
import type { z } from "zod";
import type { addLinesRequestSchema, SavedDraft } from "#lib/contracts/orders/drafts.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { describeOtherCountry } from "#lib/catalog/filters/countryText.ts";
import { MAX_LINES } from "#lib/contracts/orders/orderLimits.ts";
import { appendLines } from "#lib/orders/drafts/appendLines.ts";
import { counted } from "#lib/text/counts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { lockDraft, mainDraft } from "./draftRow.ts";
import { readProductsOf } from "./readDraft.ts";
import { refuseUnstorable } from "./refuseUnstorable.ts";
import { storeDraft, wereOrdered } from "./saveChanges.ts";

/**
 * Adds lines at the end of the draft that the catalog adds to, even if it was changed in the meantime. Idempotent by line id: a
 * repeated request adds nothing.
 * @throws AppError `forbidden`, `validation`, and `conflict` for a line that was already ordered.
 */
export async function addLines(
  request: MemberRequest,
  { lines }: z.output<typeof addLinesRequestSchema>,
): Promise<SavedDraft> {
  requirePermission(request, "orders.place");
  refuseUnstorable({ lines });
  const known = await readProductsOf(request, lines);
  refuseOtherCountries(lines, known.products);
  const { id } = await mainDraft(request);
  const stored = await request.db.transaction(async (tx) => {
    const row = await lockDraft(tx, request, id);
    if (await wereOrdered(tx, lines)) {
      throw new AppError("conflict", "These lines were already ordered. Add the products again.");
    }
    const present = new Set(row.draft.lines.map((line) => line.id));
    const { draft, rest } = appendLines(
      row.draft,
      lines.filter((line) => !present.has(line.id)),
    );
    if (rest.length > 0) {
      throw new AppError(
        "validation",
        `Your order has ${counted(row.draft.lines.length, "line", "lines")}; a draft holds at most ${counted(MAX_LINES, "line", "lines")}. Nothing was added.`,
      );
    }
    return storeDraft(tx, request, row, draft);
  });
  return { ...stored, ...known };
}

/** A line is ordered for its product's country, so one that names another would become something else. Which lines, is said by their fields. */
function refuseOtherCountries(lines: readonly TypedLine[], products: readonly Product[]): void {
  const countries = new Map(products.map(({ id, countryCode }) => [id, countryCode]));
  const fields = Object.fromEntries(
    lines.flatMap(({ productId, countryCode: typed }, index) => {
      const countryCode = countries.get(productId) ?? null;
      const other = typed.trim() === "" ? null : describeOtherCountry(typed.trim(), countryCode);
      return other === null ? [] : [[`lines.${index}.countryCode`, other] as const];
    }),
  );
  const [message] = Object.values(fields);
  if (message !== undefined) throw new AppError("validation", message, { fields });
}
