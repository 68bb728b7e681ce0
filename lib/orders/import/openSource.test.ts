import { describe, expect, it } from "vitest";
import { workbookFile } from "#lib/files/workbookFile.ts";
import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";
import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import { tooLong, tooWide } from "#lib/orders/import/table/tooLarge.ts";
import { openSource, refusalOfFile } from "./openSource.ts";
import { templateWorkbook } from "./templateWorkbook.ts";
import { TEMPLATE_ROWS } from "./errorFile.ts";
import { FIELD_LABELS, IMPORT_FIELDS } from "./columns.ts";

const openBytes = (bytes: Uint8Array, name = "orders.csv") => openSource({ kind: "file", name, bytes });
const openText = (text: string) => openBytes(new TextEncoder().encode(text));
const OLD =
  "This is an older Excel workbook, or one with a password. Save it as XLSX without a password, or as CSV.";
const PDF = "PDF files can't be read. Choose a CSV or an XLSX file.";

describe("a file, before it is read,", () => {
  it.each([
    ["a.xlsm", /^Workbooks with macros are not read/],
    ["A.XLSB", /^Binary workbooks can't be read/],
    ["a.ods", /^OpenDocument tables can't be read/],
    ["a.numbers", /^Numbers documents can't be read/],
    ["a.csv.pdf", /^PDF files can't be read/],
  ])("is refused for its kind, and the message says what to do: %s", async (name, message) => {
    expect(refusalOfFile({ name, size: 1 })).toMatch(message);
    await expect(openBytes(Uint8Array.of(0x31), name)).rejects.toThrow(message);
  });

  it.each(["a.csv", "a.xlsx", "a.pdf.csv", "pdf", "a.pdf ", "a.constructor", ""])(
    "is read, whatever else it is called: %j",
    (name) => expect(refusalOfFile({ name, size: 1 })).toBeNull(),
  );

  it("is refused for its size in whole megabytes, and when it is empty", () => {
    const most = IMPORT_LIMITS.fileBytes;
    expect(refusalOfFile({ name: "a.csv", size: most })).toBeNull();
    expect(refusalOfFile({ name: "a.csv", size: most + 1 })).toBe(
      "This file is 21 MB. Choose one of at most 20 MB, or split it.",
    );
    expect(refusalOfFile({ name: "a.csv", size: 0 })).toBe("This file is empty.");
  });
});

describe("a file that is something else than its name says", () => {
  it.each([
    ["an old workbook", [0xd0, 0xcf, 0x11, 0xe0, 1], OLD],
    ["a PDF", [0x25, 0x50, 0x44, 0x46, 0x2d], PDF],
    ["a broken workbook", [0x50, 0x4b, 3, 4, 9], /not an XLSX workbook/],
  ])("is recognised by its first bytes: %s", async (_what, bytes, message) => {
    const opening = openBytes(Uint8Array.from(bytes));
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.toBeInstanceOf(ImportRefusal);
  });

  it.each(["%PD\n1", "P\n1", "PDF\n1"])("is text where it only resembles these: %j", async (text) => {
    const { table } = await (await openText(text)).read({});
    expect(table.rows).toHaveLength(2);
  });

  it("is a workbook although it is called a CSV file", async () => {
    const { table, separator, sheet } = await (await openBytes(await templateWorkbook())).read({});
    expect(table.rows[0]?.cells).toEqual(IMPORT_FIELDS.map((field) => FIELD_LABELS[field]));
    expect({ separator, sheet }).toEqual({ separator: null, sheet: 0 });
  });
});

describe("a text", () => {
  it("has no sheets, and is read by the separator that is chosen, else by a guessed one", async () => {
    const opened = await openSource({ kind: "text", text: "a;b,c" });
    expect(opened.sheets).toEqual([]);
    expect(await opened.read({ separator: "," })).toMatchObject({ separator: ",", sheet: null });
    const { table, separator } = await opened.read({ separator: ";" });
    expect({ cells: table.rows[0]?.cells, separator }).toEqual({ cells: ["a", "b,c"], separator: ";" });
    expect((await opened.read({})).separator).toBe(",");
    expect(table.notes).toEqual([]);
  });

  it("of a file says how its characters were read if that was a guess, before what else is to be known", async () => {
    const guessed = await (await openBytes(Uint8Array.of(0xe9, 0x22, 0x3b, 0x22, 0x31))).read({});
    expect(guessed.table.notes).toEqual([
      "The file does not say how its characters are encoded; it was read as Western European. If letters look wrong, choose other characters.",
      expect.stringMatching(/quotation marks/),
    ]);
    expect((await (await openText("é;1")).read({})).table.notes).toEqual([]);
  });

  it("without rows is refused", async () => {
    const opened = await openSource({ kind: "text", text: " \n\n" });
    await expect(async () => opened.read({})).rejects.toThrow("There are no rows in this table.");
  });
});

describe("a workbook", () => {
  const sheet = (name: string, rows: string[][]) => ({
    name,
    columns: [{ head: "", width: 10 }],
    rows: () => rows,
  });

  it("without rows is refused, whichever sheet is chosen", async () => {
    const opened = await openBytes(await workbookFile(sheet("Empty", [])));
    await expect(opened.read({})).rejects.toThrow("There are no rows in this table.");
    await expect(opened.read({ sheet: 0 })).rejects.toThrow("There are no rows in this table.");
  });

  it("is read sheet by sheet, as chosen", async () => {
    const opened = await openBytes(await workbookFile(sheet("Orders", [["1"]])));
    expect(opened.sheets).toEqual([{ name: "Orders", isHidden: false }]);
    expect(await opened.read({ sheet: 0 })).toMatchObject({
      separator: null,
      sheet: 0,
      table: { rows: [{}] },
    });
  });
});

describe("the template", () => {
  it("keeps what is typed into it as text, in columns that are wide enough for it", async () => {
    const { openZip } = await import("#lib/orders/import/workbook/openZip.ts");
    const archive = await openZip(await templateWorkbook());
    const name = archive.names.find((each) => each.startsWith("xl/worksheets/")) ?? "";
    let xml = "";
    await archive.read(name, (piece) => (xml += piece));
    const widths = [...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
    expect(widths).toEqual([14, 40, 12, 10, 14, 10]);
    const opened = await openBytes(await templateWorkbook(), "template.xlsx");
    expect(opened.sheets).toEqual([{ name: "Order", isHidden: false }]);
    expect((await opened.read({})).table.rows).toHaveLength(1 + TEMPLATE_ROWS.length);
  });
});

describe("a table that is too large", () => {
  it("is refused with what to do", () => {
    expect(tooWide().message).toBe(
      "This table has more than 200 columns. Keep the columns of the order, then try again.",
    );
    expect(tooLong().message).toBe("This table has more than 100,000 rows. Split it, then try again.");
    expect(tooLong()).toMatchObject({ name: "ImportRefusal" });
  });
});
