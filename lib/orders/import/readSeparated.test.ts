import * as fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { decodeText } from "./decodeText.ts";
import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";
import { openSource, refusalOfFile } from "./openSource.ts";
import { readSeparated } from "./readSeparated.ts";

const cellsOf = (text: string, separator?: string) =>
  readSeparated(text, separator === undefined ? {} : { separator }).table.rows.map(({ cells }) => cells);
const bytesOf = (
  text: string,
  encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252",
  mark: boolean,
) => {
  if (encoding === "utf-8") return new TextEncoder().encode((mark ? "\ufeff" : "") + text);
  if (encoding === "windows-1252") {
    return Uint8Array.from(text, (letter) => (letter === "€" ? 0x80 : (letter.codePointAt(0) ?? 0)));
  }
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const bytes = [...(mark ? [0xfeff] : []), ...units].flatMap((unit) => [unit & 255, unit >> 8]);
  if (encoding === "utf-16be")
    for (let at = 0; at < bytes.length; at += 2) bytes.splice(at, 2, bytes[at + 1] ?? 0, bytes[at] ?? 0);
  return Uint8Array.from(bytes);
};

describe("separated text", () => {
  it.each([
    ["1,25.00,2\n3,10.00,4", ",", 3],
    ["1;25,00;2\n3;10,00;4", ";", 3],
    ["1\t25,00\t2\n3\t10,00\t4", "\t", 3],
    ["1|25|2\n3|10|4", "|", 3],
    ["id^amount^qty\n3^10^4", "^", 3],
    ["product id;amount\n5;1,50\n6;2,50", ";", 2],
    ['id,name,quantity\n1,"Foo; Bar; Baz",2\n2,"A; B; C",1', ",", 3],
    ["sep=~\n1~2\n3~4", "~", 2],
    ["123\n456", "\t", 1],
    ["Card one\nCard, two\nCard three", "\t", 1],
  ])("is split at what separates it: %j", (text, separator, columns) => {
    const read = readSeparated(text);
    expect(read.separator).toBe(separator);
    expect(Math.max(...read.table.rows.map(({ cells }) => cells.length))).toBe(columns);
  });

  it("keeps line breaks, separators and quotation marks that are quoted", () => {
    expect(cellsOf('a,"line 1\r\nline 2","say ""hi"", now"\r\nb,c,d\r\n')).toEqual([
      ["a", "line 1\nline 2", 'say "hi", now'],
      ["b", "c", "d"],
    ]);
  });

  it("reads quotation marks that nobody closed as characters, so that no row is swallowed", () => {
    const { table } = readSeparated('1\t5" card\t2\n2\t"open\t3\n3\tx\t4\n');
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ["1", '5" card', "2"],
      ["2", '"open', "3"],
      ["3", "x", "4"],
    ]);
    expect(table.notes).toHaveLength(1);
  });

  it.each([
    ["a\rb", [["a"], ["b"]]],
    ["a\r\nb\r\n", [["a"], ["b"]]],
    ["\ufeffa\n", [["a"]]],
    ["a\ufeff\n", [["a\ufeff"]]],
    ["a\t \t\n", [["a"]]],
    ["\ta\t\tb\t\t", [["", "a", "", "b"]]],
    ["sep=;\r\na;b", [["a", "b"]]],
  ])("has the rows and cells that people see in it: %j", (text, cells) =>
    expect(cellsOf(text)).toEqual(cells),
  );

  it("counts every line but the one that names the separator, and no row after the last line break", () => {
    const read = (text: string) => {
      const { table } = readSeparated(text);
      return [table.rows.map(({ row }) => row), table.blankRows];
    };
    expect(read("sep=;\na;b\n\nc;d")).toEqual([[2, 4], 1]);
    expect(read("a\n")).toEqual([[1], 0]);
    expect(read("a\n\n")).toEqual([[1], 1]);
    expect(read('a\n""')).toEqual([[1], 1]);
    expect(read("\n")).toEqual([[], 1]);
    expect(read("")).toEqual([[], 0]);
  });

  it("is separated by what was chosen, then by what the first line names", () => {
    expect(readSeparated("sep=;\na;b,c", { separator: "," })).toMatchObject({
      separator: ",",
      table: { rows: [{ cells: ["a;b", "c"] }] },
    });
    expect(readSeparated("sep=;\na,b;c").separator).toBe(";");
    expect(readSeparated("Product ID;x,y,z\n1;2,3,4").separator).toBe(";");
  });

  it("is known as such, and has no notes of its own", () => {
    expect(readSeparated("a;b").table).toMatchObject({
      separator: ";",
      formulas: 0,
      hiddenRows: 0,
      notes: [],
    });
    expect(readSeparated('a;"b').table.notes).toEqual([
      "Some quotation marks in this table are not closed, so all of them were read as ordinary characters.",
    ]);
  });

  it("counts blank rows and numbers the others as a spreadsheet does", () => {
    const { table } = readSeparated("a,b\n\n , \nc,d\n");
    expect(table.rows.map(({ row }) => row)).toEqual([1, 4]);
    expect(table.blankRows).toBe(2);
  });

  it("is refused with words when it has too many columns or rows", () => {
    expect(() => readSeparated(",".repeat(1_000_000) + "x")).toThrow(/more than 200 columns/);
    expect(() => readSeparated(`1${",2".repeat(200)}`)).toThrow(/more than 200 columns/);
    expect(readSeparated(`1${",2".repeat(199)}${", ".repeat(50)}`).table.rows[0]?.cells).toHaveLength(200);
    expect(() => readSeparated("1\t2\n".repeat(100_001))).toThrow(/more than 100,000 rows/);
    expect(() => readSeparated("1\t2\n".repeat(100_000) + "1\t2")).toThrow(/more than 100,000 rows/);
    expect(readSeparated("1\t2\n".repeat(100_000)).table.rows).toHaveLength(100_000);
  });
});

describe("the bytes of a text file", () => {
  const text = "Café €,1\r\nÜber,2\r\n";
  it.each([
    ["utf-8", true, false],
    ["utf-8", false, false],
    ["utf-16le", true, false],
    ["utf-16be", true, false],
    ["utf-16le", false, true],
    ["utf-16be", false, true],
    ["windows-1252", false, true],
  ] as const)("are read as %s (with a mark: %s)", (encoding, mark, guessed) => {
    expect(decodeText(bytesOf(text, encoding, mark))).toEqual({ text, encoding, guessed });
  });

  it.each([
    ["an image", [0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0, 13]],
    ["UTF-16 cut in the middle", [0xff, 0xfe, 0x41, 0, 0x42]],
    ["UTF-8 with a mark and a stray byte", [0xef, 0xbb, 0xbf, 0x41, 0xff]],
    ["an old workbook", [0xd0, 0xcf, 0x11, 0xe0, 1, 2]],
    ["a PDF", [0x25, 0x50, 0x44, 0x46, 0x2d]],
    ["something that only begins like a workbook", [0x50, 0x4b, 3, 4, 9, 9, 9, 9]],
  ])("are refused with words when they are %s", async (_what, bytes) => {
    await expect(openSource({ kind: "file", name: "a.csv", bytes: Uint8Array.from(bytes) })).rejects.toThrow(
      ImportRefusal,
    );
  });

  it("are not read at all when the file is too large, empty or of a kind that holds macros", () => {
    expect(refusalOfFile({ name: "a.csv", size: 50 * 1024 * 1024 })).toMatch(/50 MB/);
    expect(refusalOfFile({ name: "a.csv", size: 0 })).toMatch(/empty/);
    expect(refusalOfFile({ name: "A.XLSM", size: 10 })).toMatch(/macros/);
    expect(refusalOfFile({ name: "a.csv", size: 10 })).toBeNull();
  });
});

describe("any table, written by a spreadsheet with any separator, encoding and quoting", () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."ab1 ,;|\t\n\"'éß€.-=".split("")), maxLength: 8 }),
    fc.nat({ max: 99_999 }).map(String),
    fc.string({ unit: "grapheme", maxLength: 6 }),
  );
  const storable = (text: string) => text.isWellFormed() && !/[\0\r\ufeff\ufffe\uffff]/.test(text);
  const tables = fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 12 }))
    .chain(([columns, rows]) =>
      fc.array(fc.array(cell.filter(storable), { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    );
  const writing = fc.record({
    separator: fc.constantFrom(",", ";", "\t", "|", "^", "~"),
    newline: fc.constantFrom("\r\n", "\n"),
    quotes: fc.boolean(),
    encoding: fc.constantFrom("utf-8", "utf-16le", "utf-16be"),
    last: fc.boolean(),
  });

  it("is read back cell by cell, and no row is lost", async () => {
    await fc.assert(
      fc.asyncProperty(tables, writing, async (table, { separator, newline, quotes, encoding, last }) => {
        const quoted = table.map((cells) => cells.map((each) => each.replaceAll("\n", newline)));
        const text = Papa.unparse(quoted, { delimiter: separator, newline, quotes });
        // A line break at the end ends the last row, unless that row is otherwise empty.
        const ends = last || table.at(-1)?.join("") === "";
        const bytes = bytesOf(text + (ends ? newline : ""), encoding, true);
        const isBlank = table.every((cells) => cells.every((each) => each.trim() === ""));
        const reading = openSource({ kind: "file", name: "t.csv", bytes }).then((opened) =>
          opened.read({ separator }),
        );
        if (isBlank) {
          await expect(reading).rejects.toThrow(ImportRefusal);
          return;
        }
        const { table: read } = await reading;
        const filled = table.filter((cells) => cells.some((each) => each.trim() !== ""));
        expect(read.rows.map(({ cells }) => cells)).toEqual(filled.map(withoutBlankEnd));
        expect(read.rows.length + read.blankRows).toBe(table.length);
      }),
      { numRuns: 500 },
    );
  });

  const withoutBlankEnd = (cells: string[]) =>
    cells.slice(0, Math.max(cells.findLastIndex((each) => each.trim() !== "") + 1, 1));
});
