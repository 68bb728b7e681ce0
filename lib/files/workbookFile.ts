import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { workbookParts, type Sheet } from "./workbook.ts";

// The content policy allows no workers from blobs.
configure({ useWebWorkers: false });

/**
 * Builds a whole workbook in memory, for data that a page already has there. Large ones are written piece by piece
 * (server/codes/export/xlsxFile.ts).
 * @throws WorkbookLimit
 */
export async function workbookFile(sheet: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const { name, pieces } of workbookParts(sheet)) {
    await writer.add(name, new TextReader([...pieces()].join("")));
  }
  return writer.close();
}
