/** The cells of one record (RFC 4180). */
export function csvLine(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; at += 1) {
    const isQuoted = line[at] === '"';
    const rest = line.slice(at);
    const cell = (isQuoted ? /^"((?:[^"]|"")*)"/s.exec(rest) : /^[^,;"\r\n]*/.exec(rest)) ?? [""];
    cells.push(isQuoted ? (cell[1] ?? "").replaceAll('""', '"') : cell[0]);
    at += cell[0].length;
    if (at < line.length && line[at] !== separator) throw new Error(`No cell ends at ${at} of ${line}`);
  }
  return cells;
}
