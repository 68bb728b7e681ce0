import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";
import type { ImportTable } from "#lib/orders/import/table/importTable.ts";
import { ThemeColors } from "./cellColors.ts";
import { DateStyles, isMark } from "./dateStyles.ts";
import { openZip, type Archive } from "./openZip.ts";
import { XmlReader, type XmlHandlers } from "./readXml.ts";
import { SheetComments } from "./sheetComments.ts";
import { SheetDrawings } from "./sheetDrawings.ts";
import { SheetRows, unescaped, type BesideCells, type CellContext } from "./sheetRows.ts";

export type SheetName = { name: string; isHidden: boolean };
export type Workbook = {
  sheets: readonly SheetName[];
  /** Reads a worksheet by its position in `sheets`. @throws ImportRefusal */
  readSheet: (index: number) => Promise<ImportTable>;
};

const MACROS = "This workbook holds macros, which are not read. Save it as XLSX without macros, or as CSV.";
const NO_WORKBOOK = "This file is not an XLSX workbook. Save the table as XLSX or CSV.";
const BINARY = "This kind of workbook can't be read. Save it as XLSX or CSV.";

/** Opens an XLSX workbook: values only. Formulas, links and macros are never run or followed. @throws ImportRefusal */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const archive = await openZip(bytes);
  if (archive.names.some((name) => name.endsWith("vbaproject.bin"))) throw new ImportRefusal(MACROS);
  if (archive.names.some((name) => name === "xl/workbook.bin" || name === "content.xml")) {
    throw new ImportRefusal(BINARY);
  }
  const types = await collect(archive, "[Content_Types].xml", "Override");
  if (types.some(({ ContentType = "" }) => /macroEnabled/i.test(ContentType)))
    throw new ImportRefusal(MACROS);
  const path = await targetOf(archive, "_rels/.rels", "", "/officeDocument", "xl/workbook.xml");
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const relations = `${folder}_rels/${path.slice(folder.length)}.rels`;
  const sheets = await collect(archive, path, "sheet");
  const [properties] = await collect(archive, path, "workbookPr");
  const dateSystem = /^(?:1|true)$/.test(properties?.date1904 ?? "") ? 1904 : 1900;
  if (sheets.length === 0) throw new ImportRefusal(NO_WORKBOOK);
  const links = await collect(archive, relations, "Relationship");
  const partOf = (id: string | undefined) => {
    const link = links.find(({ Id }) => Id === id);
    return link?.TargetMode === "External" ? undefined : resolved(folder, link?.Target);
  };
  const offered = sheets.slice(0, IMPORT_LIMITS.sheets);
  let context: ReturnType<typeof readContext> | null = null;
  return {
    sheets: offered.map(({ name = "", state }) => ({
      name,
      isHidden: state !== undefined && state !== "visible",
    })),
    readSheet: async (index) => {
      const sheet = offered[index];
      const relation = Object.entries(sheet ?? {}).find(([name]) => name.endsWith(":id"))?.[1];
      const part = partOf(relation);
      context ??= readContext(archive, relations, folder, dateSystem);
      const rows = new SheetRows(await context);
      if (part === undefined || !(await parse(archive, part, rows))) throw new ImportRefusal(NO_WORKBOOK);
      return rows.finish(await readBeside(archive, part));
    },
  };
}

/** What comments and notes of a worksheet say, by row, and what lies on it. */
async function readBeside(archive: Archive, part: string): Promise<BesideCells> {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const links = await collect(archive, `${folder}_rels/${part.slice(folder.length)}.rels`, "Relationship");
  const comments = new SheetComments();
  const drawings = new SheetDrawings();
  for (const { Type = "", Target, TargetMode } of links) {
    const target = TargetMode === "External" ? undefined : resolved(folder, Target);
    if (target === undefined) continue;
    if (COMMENTS.test(Type)) await parse(archive, target, comments);
    else if (Type.endsWith("/drawing")) await parse(archive, target, drawings);
  }
  return { comments: comments.byRow(), drawings };
}

/** Notes, and comments with answers; of the latter, programs write a copy as a note. */
const COMMENTS = /\/(?:comments|threadedComment)$/;

async function readContext(
  archive: Archive,
  relations: string,
  folder: string,
  dateSystem: CellContext["dateSystem"],
): Promise<CellContext> {
  const strings = new SharedStrings();
  const theme = new ThemeColors();
  const styles = new DateStyles(theme);
  const at = (type: string, usual: string) => targetOf(archive, relations, folder, type, folder + usual);
  await parse(archive, await at("/sharedStrings", "sharedStrings.xml"), strings);
  await parse(archive, await at("/theme", "theme/theme1.xml"), theme);
  await parse(archive, await at("/styles", "styles.xml"), styles);
  return {
    sharedString: (index: number) => strings.all[index],
    isMarkedString: (index: number) => strings.marked.has(index),
    colorsOfString: (index: number) => strings.colors.get(index) ?? [],
    isUnseen: styles.isUnseen,
    isDateStyle: styles.isDateStyle,
    isStruck: styles.isStruck,
    numberLook: styles.numberLook,
    zeroLook: styles.zeroLook,
    textLook: styles.textLook,
    isConditionalFormat: styles.isConditionalFormat,
    dateSystem,
  };
}

/** The texts that cells refer to; the runs of a formatted text are joined. */
class SharedStrings implements XmlHandlers {
  readonly all: string[] = [];
  /** The indexes of those that are partly struck through, raised or lowered. */
  readonly marked = new Set<number>();
  /** The colours of parts of them, as attributes. */
  readonly colors = new Map<number, Record<string, string>[]>();
  #text = "";
  #inText = false;
  #inHint = false;

  readonly open = (name: string, attributes: Record<string, string>): void => {
    if (name === "rPh") this.#inHint = true;
    else if (isMark(name, attributes)) this.marked.add(this.all.length);
    else if (name === "color") {
      this.colors.set(this.all.length, [...(this.colors.get(this.all.length) ?? []), attributes]);
    } else if (name === "t") this.#inText = !this.#inHint;
  };
  readonly text = (text: string): void => {
    if (this.#inText) this.#text += text;
  };
  readonly close = (name: string): void => {
    if (name === "t") this.#inText = false;
    else if (name === "rPh") this.#inHint = false;
    else if (name === "si") {
      this.all.push(unescaped(this.#text));
      this.#text = "";
    }
  };
}

/** Reads a part with its handlers; false if the workbook has no such part. */
async function parse(archive: Archive, part: string, handlers: XmlHandlers): Promise<boolean> {
  const reader = new XmlReader(handlers);
  const found = await archive.read(part, (piece) => reader.write(piece));
  if (found) reader.end();
  return found;
}

/** The attributes of all elements with a name. */
async function collect(archive: Archive, part: string, element: string): Promise<Record<string, string>[]> {
  const found: Record<string, string>[] = [];
  await parse(archive, part, {
    open: (name, attributes) => {
      if (name === element) found.push(attributes);
    },
  });
  return found;
}

async function targetOf(
  archive: Archive,
  relations: string,
  folder: string,
  type: string,
  usual: string,
): Promise<string> {
  const links = await collect(archive, relations, "Relationship");
  const link = links.find(({ Type = "", TargetMode }) => Type.endsWith(type) && TargetMode !== "External");
  return resolved(folder, link?.Target) ?? usual;
}

/** A target is relative to the folder of its part, or absolute. */
function resolved(folder: string, target: string | undefined): string | undefined {
  if (target === undefined) return undefined;
  const path = (target.startsWith("/") ? target : `/${folder}${target}`).split("/");
  const parts: string[] = [];
  for (const part of path) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
