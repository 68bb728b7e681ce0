import "server-only";
import { workbookParts, WorkbookLimit, type Sheet } from "#lib/files/workbook.ts";
import { AppError } from "#server/context/errors.ts";
import type { ExportSource } from "./exportRows.ts";
import { encoded, encodedLength } from "./textFiles.ts";
import { zipFile, type ZippedFile } from "./zipFile.ts";

const WIDTH = 22;

/**
 * A workbook with one worksheet of text cells, written piece by piece (docs/decisions/0015-exports-of-codes.md).
 * @throws AppError `too-large` for more rows or longer texts than a worksheet can contain.
 */
export async function xlsxFile(
  source: ExportSource,
  at: Date,
): Promise<AsyncGenerator<Uint8Array, void, void>> {
  const columns = source.heads.map((head) => ({ head, width: WIDTH }));
  const sheet: Sheet = { name: "Codes", columns, rows: source.rows };
  const files: ZippedFile[] = [];
  for (const { name, pieces } of workbookParts(sheet)) {
    // The size is needed before the first byte, so the sheet is generated twice rather than kept in memory.
    files.push({ name, content: encoded(pieces()), size: await sizeOf(pieces) });
  }
  source.startOver();
  return zipFile(files, at);
}

async function sizeOf(pieces: () => Iterable<string>): Promise<number> {
  try {
    return await encodedLength(pieces());
  } catch (error) {
    throw error instanceof WorkbookLimit ? tooLarge(error) : error;
  }
}

function tooLarge({ what }: WorkbookLimit): AppError {
  return new AppError(
    "too-large",
    what === "rows"
      ? "A worksheet holds 1,048,575 codes at most. Export fewer, or as CSV or JSON."
      : "A field of these codes is longer than a cell of a worksheet. Export them as JSON.",
  );
}
