import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvCell } from "./csvCell.ts";
import { csvLine as parsed } from "./csvLine.testing.ts";
import { shownCell as shown } from "./shownCell.testing.ts";

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

  it("cannot be calculated either if it is long or has several lines, and is still exact", () => {
    for (const text of [`=${"x".repeat(300)}`, "=1\r\n+1", "+1\n2", `${"9".repeat(300)};=1`]) {
      const [cell = ""] = parsed(csvCell(text, ","), ",");
      expect(cell).toMatch(/^=(?:"(?:[^"]|""){1,255}"|CHAR\(1[03]\))(?:&|$)/);
      expect(shown(cell)).toBe(text);
    }
    expect(csvCell(`=${"x".repeat(20_000)}`, ",")).toMatch(/^'=x/);
  });

  it.each(["x;=cmd|' /C calc'!A0", "a,=1", "a\t+1", 'x;"=1"', "one two three;@SUM(A1)"])(
    "has no formula for a program that expects another separator: %s",
    (text) => {
      for (const separator of [",", ";"]) {
        const file = csvCell(text, separator);
        for (const part of file.split(/[,;\t\r\n]/).slice(1)) expect(part).not.toMatch(/^\s*"?[=+@]/);
        expect(shown(parsed(file, separator)[0] ?? "")).toBe(text);
      }
    },
  );

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
            expect(shown(cell)).toBe(given);
            // Only texts in quotation marks and line ends may follow an equals sign.
            if (/^[=+\-@]/.test(cell)) expect(cell).toMatch(/^=(?:&?(?:"(?:[^"]|"")*"|CHAR\(1[03]\)))+$/s);
          });
        },
      ),
      { numRuns: 500 },
    );
  });
});
