import type { GivenTable } from "./useImport.ts";

/**
 * Whether pasted text is a table rather than text to type or search for: several rows, or cells side by side. A single cell of a
 * spreadsheet ends with a line break and counts as ordinary text.
 */
function isPastedTable(text: string): boolean {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  return lines.trim() !== "" && /[\t\n]/.test(lines);
}

/** A pasted or dropped table with its formatted copy, if it has one; null: it is text to type or to search for. */
export function tableIn(data: DataTransfer): GivenTable | null {
  const text = data.getData("text/plain");
  const html = data.getData("text/html");
  if (!isPastedTable(text)) return null;
  return { kind: "text", text, ...(html === "" ? {} : { copy: { html, isEdited: false } }) };
}
