import {
  decodeText,
  offerEncodings,
  REGIONAL_ENCODINGS,
  type EncodingOffer,
  type RegionalEncoding,
} from "./decodeText.ts";
import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";
import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import type { ImportTable } from "#lib/orders/import/table/importTable.ts";
import type { FormattedCopy } from "#lib/orders/import/copied/withCopied.ts";
import { formatCount } from "#lib/text/counts.ts";
import { countKnownHeads } from "./columns.ts";
import { withoutTitle } from "./titleRows.ts";
import { readSeparated, type SeparatedChoice } from "./readSeparated.ts";

/** The source of a table: pasted text with its formatted copy, or a file with its bytes. */
export type ImportSource =
  | { kind: "text"; text: string; copy?: FormattedCopy }
  | { kind: "file"; name: string; bytes: Uint8Array };

export type OpenedSource = {
  /** The encodings to choose from if a text file does not say its own; empty otherwise. */
  encodings: readonly EncodingOffer[];
  /** Worksheets to choose from; empty for separated text. */
  sheets: readonly { name: string; isHidden: boolean }[];
  /** Reads one sheet, or text with a separator (which is guessed if it is missing). @throws ImportRefusal */
  read: (choice: ReadChoice) => Promise<ReadTable>;
};

export type ReadChoice = SeparatedChoice & { sheet?: number; encoding?: RegionalEncoding };
export type ReadTable = {
  /** The encoding that was chosen or guessed; null if the file says it, and for workbooks. */
  encoding: RegionalEncoding | null;
  table: ImportTable;
  separator: string | null;
  sheet: number | null;
};

const REFUSED_KINDS: Record<string, string> = {
  xlsm: "Workbooks with macros are not read. Save the file as XLSX without macros, or as CSV.",
  xlsb: "Binary workbooks can't be read. Save the file as XLSX or CSV.",
  ods: "OpenDocument tables can't be read. Save the file as XLSX or CSV.",
  numbers: "Numbers documents can't be read. Export the table as XLSX or CSV.",
  pdf: "PDF files can't be read. Choose a CSV or an XLSX file.",
};
const OLD_WORKBOOK =
  "This is an older Excel workbook, or one with a password. Save it as XLSX without a password, or as CSV.";

/** Why a file is refused before any of it is read; null: read it. */
export function refusalOfFile({ name, size }: { name: string; size: number }): string | null {
  if (size > IMPORT_LIMITS.fileBytes) {
    return `This file is ${megabytes(size)} MB. Choose one of at most ${megabytes(IMPORT_LIMITS.fileBytes)} MB, or split it.`;
  }
  if (size === 0) return "This file is empty.";
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(REFUSED_KINDS, ending) ? (REFUSED_KINDS[ending] ?? null) : null;
}

function megabytes(bytes: number): string {
  return formatCount(Math.ceil(bytes / (1024 * 1024)));
}

/**
 * Opens a table, whatever the file's name.
 * @throws ImportRefusal
 */
export async function openSource(source: ImportSource): Promise<OpenedSource> {
  if (source.kind === "text") return separatedSource(source.text, source.copy);
  const { name, bytes } = source;
  const refusal = refusalOfFile({ name, size: bytes.length });
  if (refusal !== null) throw new ImportRefusal(refusal);
  if (beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new ImportRefusal(OLD_WORKBOOK);
  if (beginsWith(bytes, [0x25, 0x50, 0x44, 0x46])) throw new ImportRefusal(REFUSED_KINDS.pdf ?? "");
  if (beginsWith(bytes, [0x50, 0x4b])) return workbookSource(bytes);
  const { text, guessed } = decodeText(bytes);
  return guessed ? regionalSource(bytes) : separatedSource(text);
}

/** A text file that does not say its encoding. */
function regionalSource(bytes: Uint8Array): OpenedSource {
  const encodings = offerEncodings(bytes);
  return {
    sheets: [],
    encodings,
    read: async (choice) => {
      const { text, encoding } = decodeText(bytes, choice.encoding);
      const read = await separatedSource(text).read(choice);
      const offered = encodings.find((each) => each.encoding === encoding);
      if (offered === undefined) return read;
      const name = REGIONAL_ENCODINGS[offered.encoding];
      const note = `The file does not say how its characters are encoded; it was read as ${name}. If letters look wrong, choose other characters.`;
      return {
        ...read,
        encoding: offered.encoding,
        table: { ...read.table, notes: [note, ...read.table.notes] },
      };
    },
  };
}

function beginsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

function separatedSource(text: string, copy?: FormattedCopy): OpenedSource {
  return {
    sheets: [],
    encodings: [],
    read: async (choice) => {
      const { table, separator } = readSeparated(text, choice);
      const copied = copy === undefined ? table : await withFormats(table, copy);
      return { table: withoutTitle(withRows(copied)), encoding: null, separator, sheet: null };
    },
  };
}

async function withFormats(table: ImportTable, copy: FormattedCopy): Promise<ImportTable> {
  // Loaded only if somebody pastes from a spreadsheet or a page.
  const { withCopied } = await import("#lib/orders/import/copied/withCopied.ts");
  return withCopied(table, copy);
}

async function workbookSource(bytes: Uint8Array): Promise<OpenedSource> {
  // Loaded only if somebody chooses a workbook.
  const { openWorkbook } = await import("#lib/orders/import/workbook/openWorkbook.ts");
  const { sheets, readSheet: readRows } = await openWorkbook(bytes);
  const readSheet = async (index: number): Promise<ImportTable> => {
    const table = await readRows(index);
    const sheetName = sheets[index]?.name;
    return sheetName === undefined ? table : { ...table, sheetName };
  };
  return {
    sheets,
    encodings: [],
    read: async ({ sheet }) => {
      if (sheet !== undefined)
        return {
          table: withoutTitle(withRows(await readSheet(sheet))),
          encoding: null,
          separator: null,
          sheet,
        };
      const visible = sheets.flatMap(({ isHidden }, index) => (isHidden ? [] : [index]));
      const { sheet: index, table } = await guessSheet(
        visible.length > 0 ? visible : [...sheets.keys()],
        readSheet,
      );
      return { table, encoding: null, separator: null, sheet: index };
    },
  };
}

/** The first worksheet with names of columns, otherwise the first with rows. With several, all are named to choose from. */
async function guessSheet(
  indexes: readonly number[],
  readSheet: (index: number) => Promise<ImportTable>,
): Promise<{ sheet: number; table: ImportTable }> {
  const read: { sheet: number; table: ImportTable }[] = [];
  let refused: { sheet: number; refusal: ImportRefusal } | null = null;
  for (const sheet of indexes) {
    try {
      const table = await readSheet(sheet);
      if (table.rows.length > 0) read.push({ sheet, table: withoutTitle(table) });
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error;
      refused ??= { sheet, refusal: error };
    }
  }
  const named = read.filter(({ table }) => countKnownHeads(table.rows[0]?.cells ?? []) > 1);
  const [chosen = read[0]] = named;
  if (chosen === undefined) throw refused?.refusal ?? new ImportRefusal(EMPTY);
  // One that comes first may be the order; another one is chosen by its name.
  if (refused !== null && refused.sheet < chosen.sheet) throw refused.refusal;
  const likeSheets = named.length > 1 ? { likeSheets: named.map(({ sheet }) => sheet) } : {};
  return { sheet: chosen.sheet, table: { ...chosen.table, ...likeSheets } };
}

const EMPTY = "There are no rows in this table.";

function withRows(table: ImportTable): ImportTable {
  if (table.rows.length === 0) throw new ImportRefusal(EMPTY);
  return table;
}
