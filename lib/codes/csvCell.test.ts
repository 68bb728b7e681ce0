import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvCell } from "./csvCell.ts";

/** What a spreadsheet program shows for a cell: the text in `="…"`, otherwise the text itself. */
function shown(cell: string): string {
  const inFormula = /^="((?:[^"]|"")*)"$/s.exec(cell);
  return inFormula ? (inFormula[1] ?? "").replaceAll('""', '"') : cell;
}
/** The cells of one record (RFC 4180). */
function parsed(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; at += 1) {
    const isQuoted = line[at] === '"';
    const rest = line.slice(at);
    const cell = (isQuoted ? /^"((?:[^"]|"")*)"/s.exec(rest) : /^[^,;"\r\n]*/.exec(rest)) ?? [""];
    cells.push(isQuoted ? (cell[1] ?? "").replaceAll('""', '"') : cell[0]);
    at += cell[0].length;
    expect([separator, undefined]).toContain(line[at]);
  }
  return cells;
}

describe("a cell of a CSV file with codes", () => {
  it.each([
    "00123",
    "1234567890123456789",
    "1E10",
    "12-3",
    "3/4",
    "MAR12",
    "2024-01-02",
    "TRUE",
    "50%",
    "1,234",
    "10:30",
  ])("keeps %s as text", (text) => {
    expect(parsed(csvCell(text, ","), ",")).toEqual([`="${text}"`]);
  });

  it.each([
    "=1+1",
    "+49",
    "-1",
    "@SUM(A1)",
    '=HYPERLINK("http://x","y")',
    "\u200b=1",
    "\uFF1D1",
    "=cmd|' /C calc'!A0",
  ])("makes %s text that is not calculated", (text) => {
    const [cell = ""] = parsed(csvCell(text, ","), ",");
    expect(cell.startsWith('="')).toBe(true);
    expect(shown(cell)).toBe(text);
  });

  it("leaves alone what no spreadsheet can take for anything else", () => {
    for (const text of ["TEST-1A2B-3C4D-5E6F", "Streamly Gift Card", ""])
      expect(csvCell(text, ",")).toBe(text);
  });

  it("cannot be calculated either if it is too long for a formula or has several lines", () => {
    for (const text of [`=${"x".repeat(300)}`, "=1\r\n+1", "+1\n2"])
      expect(parsed(csvCell(text, ","), ",")[0]?.startsWith("'")).toBe(true);
  });

  it("is read back exactly, with every separator, beside any other cell", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(
          "=",
          "+",
          "-",
          "@",
          '"',
          "'",
          ";",
          ",",
          "\t",
          " ",
          "0",
          "1",
          "E",
          "e",
          "\n",
          "\r",
        ),
        maxLength: 20,
      }),
    );
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 2, maxLength: 5 }),
        fc.constantFrom(",", ";"),
        (texts, separator) => {
          // Some readers treat a lone carriage return as a line break: it stays, within quotation marks.
          const line = texts.map((each) => csvCell(each, separator)).join(separator);
          const cells = parsed(line, separator);
          expect(cells).toHaveLength(texts.length);
          cells.forEach((cell, at) => {
            const given = texts[at] ?? "";
            expect([given, `'${given}`]).toContain(shown(cell));
            // Only a text in quotation marks may follow an equals sign.
            if (/^[=+\-@]/.test(cell)) expect(cell).toMatch(/^="(?:[^"]|"")*"$/s);
          });
        },
      ),
      { numRuns: 500 },
    );
  });
});
