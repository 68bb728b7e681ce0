/**
 * Whether pasted text is a table rather than text to type or search for: several rows, or cells side by side. A single cell of a
 * spreadsheet ends with a line break and counts as ordinary text.
 */
export function isPastedTable(text: string): boolean {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  return lines.trim() !== "" && /[\t\n]/.test(lines);
}
