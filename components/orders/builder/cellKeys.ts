import type { KeyboardEvent } from "react";

const ROW_STEP: Record<string, 1 | -1> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/**
 * Enter and the arrows move by row as in a spreadsheet; below the last row waits the field that adds one. Belongs on the
 * element around all rows; its fields carry `data-row` and `data-column`.
 */
export function moveByRow(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || field.dataset.row === undefined) return;
  const step = event.key === "Enter" && event.shiftKey ? -1 : ROW_STEP[event.key];
  if (step === undefined || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) {
    return;
  }
  event.preventDefault();
  const row = Number(field.dataset.row) + step;
  const next = fieldOf(event.currentTarget, row, field.dataset.column);
  if (next) focusAll(next);
  else if (step === 1) event.currentTarget.querySelector<HTMLInputElement>("[data-adds-row]")?.focus();
}

/** The field of a row and column; where the row has none in that column, its first one. */
function fieldOf(table: HTMLElement, row: number, column?: string): HTMLInputElement | null {
  const ofRow = `input[data-row="${row}"]`;
  const same =
    column === undefined ? null : table.querySelector<HTMLInputElement>(`${ofRow}[data-column="${column}"]`);
  return same ?? table.querySelector<HTMLInputElement>(ofRow);
}

export function focusAll(field: HTMLInputElement): void {
  field.focus();
  field.select();
}
