/**
 * Whether pasted text is a table and nothing to type or search for: several rows, or cells side by side. One cell of a spreadsheet
 * comes with a line break at its end and is ordinary text.
 */
export function isPastedTable(text: string): boolean {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  return lines.trim() !== "" && /[\t\n]/.test(lines);
}
