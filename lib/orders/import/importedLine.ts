import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { importedLineId, mergedRows } from "#lib/orders/references/importedLineId.ts";
import type { PrintedLine } from "./mergeLines.ts";
import { NO_PRINTS } from "./rowFingerprints.ts";

/** The line that is added to the draft: it keeps by which rows it is recognised. */
export function importedLine({ rows: [first = NO_PRINTS, ...others], ...line }: PrintedLine): TypedLine {
  return { ...line, id: importedLineId(first), ...mergedRows({}, others) };
}
