import {
  configure,
  TextReader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipWriter,
} from "@zip.js/zip.js/lib/zip-core-native.js";
import { openZip } from "./openZip.ts";

configure({ useWebWorkers: false });

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** A zip file of these parts. */
export async function zipOf(parts: Record<string, string>): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, text] of Object.entries(parts)) await writer.add(name, new TextReader(text));
  return writer.close();
}

export const sheetXml = (rows: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;

/** The parts of a workbook with these worksheets, as spreadsheet programs write them; `more` adds or replaces parts. */
export function workbookParts(
  sheets: Record<string, string>,
  more: Record<string, string> = {},
): Record<string, string> {
  const names = Object.keys(sheets);
  return {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships">${names
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        "",
      )}<Relationship Id="rIdS" Type="${RELATIONS}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="rIdT" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ...Object.fromEntries(names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheets[name] ?? ""])),
    ...more,
  };
}

/** A zip file with one part, given as bytes; `stored`: not compressed. */
export async function zipOfBytes(bytes: Uint8Array, stored = false): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  await writer.add("part", new Uint8ArrayReader(bytes), stored ? { level: 0 } : {});
  return writer.close();
}
/** The text of a part of a zip file; false: there is none. */
export async function textOf(zip: Uint8Array, name = "part"): Promise<string | false> {
  let text = "";
  const found = await (await openZip(zip)).read(name, (piece) => (text += piece));
  return found ? text : false;
}
