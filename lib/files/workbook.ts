/** A cell: text, or a number that is exact in a spreadsheet, shown with the given number of decimals (0 to 4). */
export type SheetCell = string | { number: number; decimals: number };

export type Sheet = {
  name: string;
  /** Width in characters. Cells of a text column stay text, whatever is typed into them. */
  columns: readonly { head: string; width: number; kind?: "text" | "number" }[];
  /** Generated again by each call, so that only one row has to be in memory. */
  rows: () => Iterable<readonly SheetCell[]>;
};

/** One file of a workbook: its text in pieces, which are the same each time. */
export type WorkbookPart = { name: string; pieces: () => Iterable<string> };

/** Too many rows for a worksheet, or too much text for a cell, according to the specification. */
export class WorkbookLimit extends Error {
  readonly what: "rows" | "text";
  constructor(what: "rows" | "text") {
    super(`more ${what} than a worksheet holds`);
    this.what = what;
  }
}

const MOST_ROWS = 1_048_575;
const LONGEST_CELL = 32_767;

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const TEXT_STYLE = 1;
const HEAD_STYLE = 2;
/** The style of a number by its decimals, and the format of each: 1 is "0" and 2 is "0.00" by the specification. */
const NUMBER_STYLE = 3;
const NUMBER_FORMATS = [1, 164, 2, 165, 166];

const xf = (format: number, font: number) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${font === 0 ? "" : ' applyFont="1"'}/>`;

// Format 49 is "@": text.
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="0.0"/><numFmt numFmtId="165" formatCode="0.000"/><numFmt numFmtId="166" formatCode="0.0000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${NUMBER_STYLE + NUMBER_FORMATS.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${xf(49, 0)}${xf(49, 1)}${NUMBER_FORMATS.map((format) => xf(format, 0)).join("")}</cellXfs></styleSheet>`;

/**
 * The files of an XLSX workbook with one worksheet, whose headings come first and stay visible. Cells are text, which is never
 * changed, or numbers; there are no formulas. Runs anywhere, with one row in memory at a time.
 * @throws WorkbookLimit while the worksheet is written.
 */
export function workbookParts(sheet: Sheet): WorkbookPart[] {
  return [
    part(
      "[Content_Types].xml",
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
    ),
    part(
      "_rels/.rels",
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      "xl/workbook.xml",
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escaped(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ),
    part("xl/styles.xml", STYLES),
    { name: "xl/worksheets/sheet1.xml", pieces: () => worksheet(sheet) },
  ];
}

function part(name: string, text: string): WorkbookPart {
  return { name, pieces: () => [text] };
}

function* worksheet({ columns, rows }: Sheet): Iterable<string> {
  const widths = columns.map(
    ({ width, kind = "text" }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${kind === "text" ? ` style="${TEXT_STYLE}"` : ""}/>`,
  );
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData>`;
  yield `<row>${columns.map(({ head }) => textCell(head, HEAD_STYLE)).join("")}</row>`;
  let count = 0;
  for (const cells of rows()) {
    count += 1;
    if (count > MOST_ROWS) throw new WorkbookLimit("rows");
    yield `<row>${cells.map(cellXml).join("")}</row>`;
  }
  yield "</sheetData></worksheet>";
}

function cellXml(cell: SheetCell): string {
  if (typeof cell === "string") return textCell(cell, TEXT_STYLE);
  const style = NUMBER_STYLE + Math.min(Math.max(cell.decimals, 0), NUMBER_FORMATS.length - 1);
  return `<c s="${style}"><v>${cell.number}</v></c>`;
}

function textCell(text: string, style: number): string {
  if (text.length > LONGEST_CELL) throw new WorkbookLimit("text");
  return text === ""
    ? "<c/>"
    : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const ESCAPES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

/** Characters that XML cannot contain are written as spreadsheets do: `_x0001_`; text that looks like such an escape is escaped itself. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[&<>"]/g, (sign) => ESCAPES.get(sign) ?? sign)
    .replace(
      // oxlint-disable-next-line no-control-regex -- These are the characters that are not allowed.
      /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    )
    .toWellFormed();
}
