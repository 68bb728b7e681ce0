import { isComposing } from "#components/ui/inputs/isComposing.ts";

/** Where to go in the table of lines. `below` is the field below the last row, which adds a line. */
export type CellMove =
  | { to: "row"; row: number; column: string | undefined }
  | { to: "field"; field: HTMLInputElement };

type Key = Pick<
  KeyboardEvent,
  "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey" | "isComposing" | "keyCode"
>;

const ROW_STEP: Record<string, 1 | -1> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/**
 * What a key means in a field of the table, as in a spreadsheet: Enter and the up and down arrows move by row, left and right
 * move by column when the caret is at that end of the text, Ctrl+Home and Ctrl+End go to the first and last row. Null: the field
 * handles the key. Fields have `data-row` and `data-column`.
 */
export function cellMove(event: Key, field: HTMLInputElement, rowCount: number): CellMove | null {
  const { row, column } = field.dataset;
  if (row === undefined || isComposing(event) || event.altKey) return null;
  const isJump = event.ctrlKey || event.metaKey;
  if (isJump && (event.key === "Home" || event.key === "End")) {
    return { to: "row", row: event.key === "Home" ? 0 : rowCount - 1, column };
  }
  if (isJump) return null;
  const step = event.key === "Enter" && event.shiftKey ? -1 : ROW_STEP[event.key];
  if (step !== undefined) return { to: "row", row: Number(row) + step, column };
  const sideways = event.shiftKey ? null : columnStep(event.key, field);
  const next = sideways === null ? undefined : neighbour(field, row, sideways);
  return next === undefined ? null : { to: "field", field: next };
}

function columnStep(key: string, field: HTMLInputElement): 1 | -1 | null {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const isForward = (key === "ArrowRight") !== (getComputedStyle(field).direction === "rtl");
  const { selectionStart: start, selectionEnd: end, value } = field;
  const isAllSelected = start === 0 && end === value.length;
  const isAtEdge = start === end && start === (isForward ? value.length : 0);
  return isAllSelected || isAtEdge ? (isForward ? 1 : -1) : null;
}

function neighbour(field: HTMLInputElement, row: string, step: 1 | -1): HTMLInputElement | undefined {
  const table = field.closest('[role="table"]');
  const fields = [...(table?.querySelectorAll<HTMLInputElement>(`input[data-row="${row}"]`) ?? [])];
  return fields[fields.indexOf(field) + step];
}

/** The field at a row and column; if the row has none in that column, its first one. Null: the row is not rendered. */
export function fieldOf(table: ParentNode, row: number, column?: string): HTMLInputElement | null {
  const ofRow = `input[data-row="${row}"]`;
  const same =
    column === undefined ? null : table.querySelector<HTMLInputElement>(`${ofRow}[data-column="${column}"]`);
  return same ?? table.querySelector<HTMLInputElement>(ofRow);
}

export function focusAll(field: HTMLInputElement): void {
  field.focus();
  field.select();
}
