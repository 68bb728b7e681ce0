import "server-only";
import { AppError } from "#server/context/errors.ts";
import type { ExportSource } from "./exportRows.ts";
import { encoded, encodedLength } from "./textFiles.ts";
import { zipFile, type ZippedFile } from "./zipFile.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** What a worksheet holds, by its specification. */
const MOST_ROWS = 1_048_575;
const LONGEST_CELL = 32_767;

const PARTS: Record<string, string> = {
  "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
  "_rels/.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Codes" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  // Format 49 is "@": text. The second format is what all cells have; the third is bold, for the head.
  "xl/styles.xml": `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
};

/**
 * A workbook with one worksheet of text cells, made piece by piece: write-excel-file builds it as a whole (docs/decisions/0015-exports-of-codes.md).
 * @throws AppError `too-large` for more rows or longer texts than a worksheet holds.
 */
export async function xlsxFile(
  source: ExportSource,
  at: Date,
): Promise<AsyncGenerator<Uint8Array, void, void>> {
  if (source.count > MOST_ROWS) throw tooLarge("rows");
  // The size is needed before the first byte: the sheet is made twice, and never held.
  const size = await encodedLength(sheet(source));
  const files: ZippedFile[] = Object.entries(PARTS).map(([name, text]) => ({
    name,
    content: encoded([text]),
    size: Buffer.byteLength(text),
  }));
  files.push({ name: "xl/worksheets/sheet1.xml", content: encoded(sheet(source)), size });
  return zipFile(files, at);
}

function* sheet(source: ExportSource): Iterable<string> {
  const columns = source.heads.map(
    (_, at) => `<col min="${at + 1}" max="${at + 1}" width="22" customWidth="1"/>`,
  );
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>`;
  yield row(source.heads, 2);
  for (const cells of source.rows()) yield row(cells, 1);
  yield "</sheetData></worksheet>";
}

function row(cells: readonly string[], style: number): string {
  const written = cells.map((text) => {
    if (text.length > LONGEST_CELL) throw tooLarge("text");
    return text === ""
      ? "<c/>"
      : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  });
  return `<row>${written.join("")}</row>`;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Characters that XML cannot hold are written as spreadsheets do: `_x0001_`; what looks like that is kept apart from it. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
    .replace(
      // oxlint-disable-next-line no-control-regex -- These are the ones that are not allowed.
      /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    )
    .toWellFormed();
}

function tooLarge(what: "rows" | "text"): AppError {
  return new AppError(
    "too-large",
    what === "rows"
      ? "A worksheet holds 1,048,575 codes at most. Export fewer, or as CSV or JSON."
      : "A field of these codes is longer than a cell of a worksheet. Export them as JSON.",
  );
}
