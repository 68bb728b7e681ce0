import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { workbookParts, type Sheet } from "./workbook.ts";

// The content policy allows no workers made of text.
configure({ useWebWorkers: false });

/**
 * A workbook as a whole, for what a page has in memory anyway. What is large is written piece by piece (server/codes/export/xlsxFile.ts).
 * @throws WorkbookLimit
 */
export async function workbookFile(sheet: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const { name, pieces } of workbookParts(sheet)) {
    await writer.add(name, new TextReader([...pieces()].join("")));
  }
  return writer.close();
}
