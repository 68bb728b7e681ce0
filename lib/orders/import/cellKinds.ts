import type { CellKind } from "#lib/orders/import/table/importTable.ts";
import type { ImportField } from "./columns.ts";

const KIND_MESSAGES: Partial<Record<CellKind, string>> = {
  date: "This cell holds a date. Enter the value again as text or as a number.",
  error: "This cell holds an error or a number that can't be read exactly. Enter the value again.",
  "shown-otherwise":
    "The spreadsheet shows this number otherwise than it is stored: rounded, in percent or hidden, for example. Enter the value.",
  marked:
    "This cell is struck through, hidden or of its background's colour, or has raised or lowered characters. Enter the value.",
  "unknown-result":
    "This cell holds a formula without a result. Enter the value, or save the file in a spreadsheet program first.",
};

const MERGED = "This cell is merged with those of other rows. Enter the value of this row.";

/** Whether a merged cell says an amount or a quantity for several rows: of which of them, only a person knows. */
export function isOfSeveralRows(kind: CellKind | undefined, field: ImportField): boolean {
  return kind === "merged" && (field === "amount" || field === "quantity");
}

/** Why a cell of such a kind is refused, whatever its text; undefined: it is not. */
export function kindMessage(kind: CellKind | undefined, field: ImportField): string | undefined {
  return isOfSeveralRows(kind, field) ? MERGED : kind && KIND_MESSAGES[kind];
}
