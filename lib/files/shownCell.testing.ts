/** What a spreadsheet program shows for a cell of a CSV file: the text that a formula of texts results in, otherwise the cell itself. */
export function shownCell(cell: string): string {
  const part = /"((?:[^"]|"")*)"|CHAR\((\d+)\)/gsy;
  if (!/^=(?:"(?:[^"]|"")*"|CHAR\(\d+\))(?:&(?:"(?:[^"]|"")*"|CHAR\(\d+\)))*$/s.test(cell)) return cell;
  let shown = "";
  for (let at = 1; at < cell.length; at = part.lastIndex + 1) {
    part.lastIndex = at;
    const [, text, number] = part.exec(cell) ?? [];
    shown += text === undefined ? String.fromCharCode(Number(number)) : text.replaceAll('""', '"');
  }
  return shown;
}
