import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";
import {
  isBlank,
  type CellKind,
  type ImportTable,
  type TableRow,
} from "#lib/orders/import/table/importTable.ts";
import { rowsFilledIn } from "#lib/orders/import/table/area.ts";
import { MergedCells } from "#lib/orders/import/table/mergedCells.ts";
import { markedCell } from "#lib/orders/import/table/markedCell.ts";
import { shownWidth } from "#lib/orders/import/table/shownWidth.ts";
import { tooLong, tooWide } from "#lib/orders/import/table/tooLarge.ts";
import { ConditionalAreas } from "./conditionalAreas.ts";
import { dateText } from "./dateText.ts";
import { isMark } from "./dateStyles.ts";
import { HiddenParts } from "./hiddenParts.ts";
import { isShownAsStored, shownOtherwise, type NumberLook } from "./numberLook.ts";
import { plainDecimal } from "./plainDecimal.ts";
import type { XmlHandlers } from "./readXml.ts";
import type { SheetDrawings } from "./sheetDrawings.ts";
import { SheetSizes } from "./sheetSizes.ts";

export type CellContext = {
  /** The shared string at an index. */
  sharedString: (index: number) => string | undefined;
  /** Whether a part of a shared string is struck through, raised or lowered. */
  isMarkedString: (index: number) => boolean;
  /** The colours that parts of a shared string have of their own, as attributes. */
  colorsOfString: (index: number) => readonly Record<string, string>[];
  /** Whether nobody sees a cell's text, by the colours of its style and of its parts. */
  isUnseen: (style: number, parts: readonly Record<string, string>[]) => boolean;
  /** Whether a cell style strikes its text through. */
  isStruck: (style: number) => boolean;
  /** Whether a cell style shows numbers as dates. */
  isDateStyle: (style: number) => boolean;
  /** How a cell style shows numbers. */
  numberLook: (style: number) => NumberLook;
  /** How a cell style shows zero, if by words of its own. */
  zeroLook: (style: number) => NumberLook | null;
  /** How a cell style shows texts. */
  textLook: (style: number) => NumberLook;
  /** Whether a format for a condition strikes through, or shows something else than is stored. */
  isConditionalFormat: (format: number) => boolean;
  /** The year from which the workbook counts days. */
  dateSystem: 1900 | 1904;
};

/** `shown`: what is seen of it, if that is longer than its text. */
type ReadCell = { text: string; kind?: CellKind; shown?: string };

/** What a worksheet has beside its cells. */
export type BesideCells = { comments: ReadonlyMap<number, readonly string[]>; drawings: SheetDrawings };

/** Of a column's width, what stays blank beside its text: three pixels of a character's seven. */
const BLANK = 3 / 7;

type OpenCell = {
  column: number;
  type: string;
  style: number;
  hasValue: boolean;
  hasFormula: boolean;
  isMarked: boolean;
  colors: Record<string, string>[];
};

const TEXT_ELEMENTS = new Set(["v", "t"]);

/** Collects the rows of a worksheet from its elements. Columns count from 0. */
export class SheetRows implements Required<XmlHandlers> {
  readonly #context: CellContext;
  readonly #rows: TableRow[] = [];
  #row: TableRow = { row: 0, cells: [] };
  #cell: OpenCell | null = null;
  /** The text of the current cell. */
  #value = "";
  #nextColumn = 0;
  /** Inside an element whose text counts; phonetic hints above characters do not. */
  #inText = false;
  #inHint = false;
  #formulas = 0;
  #characters = 0;
  readonly #hidden = new HiddenParts();
  readonly #sizes = new SheetSizes();
  /** Cells that are wider than their column. */
  readonly #wide: { row: TableRow; column: number; width: number }[] = [];
  readonly #merged = new MergedCells();
  readonly #conditional: ConditionalAreas;

  constructor(context: CellContext) {
    this.#context = context;
    this.#conditional = new ConditionalAreas(areaOf, context.isConditionalFormat);
  }

  readonly open = (name: string, attributes: Record<string, string>): void => {
    if (name === "row") this.#openRow(attributes);
    else if (name === "outlinePr") this.#hidden.readOutline(attributes);
    else if (name === "sheetFormatPr") this.#readDefaults(attributes);
    else if (name === "col") this.#readColumns(attributes);
    else if (name === "c") this.#openCell(attributes);
    else if (name === "mergeCell") this.#merged.add(areaOf(attributes.ref ?? ""));
    else if (this.#cell === null) this.#conditional.open(name, attributes);
    else if (name === "f") this.#cell.hasFormula = true;
    else if (name === "rPh") this.#inHint = true;
    else if (isMark(name, attributes)) this.#cell.isMarked = true;
    else if (name === "color") this.#cell.colors.push(attributes);
    else if (TEXT_ELEMENTS.has(name) && !this.#inHint) {
      // A second value beside the first would continue its digits.
      if (name === "v" && this.#cell.hasValue) throw new ImportRefusal(DAMAGED);
      this.#inText = true;
      this.#cell.hasValue = true;
    }
  };

  readonly text = (text: string): void => {
    if (this.#inText) this.#value += text;
    else this.#conditional.text(text);
  };

  readonly close = (name: string): void => {
    if (TEXT_ELEMENTS.has(name)) this.#inText = false;
    else if (name === "rPh") this.#inHint = false;
    else if (name === "c") this.#closeCell();
    else if (name === "row") this.#closeRow();
    else this.#conditional.close(name);
  };

  /** Returns the table with its comments and what is covered; rows between the filled ones are counted as blank. */
  finish({ comments, drawings }: Partial<BesideCells> = {}): ImportTable {
    const last = this.#rows.at(-1)?.row ?? 0;
    this.#merged.apply(this.#rows);
    const covered = rowsFilledIn(drawings?.areas(this.#sizes) ?? [], this.#rows);
    const conditional = this.#conditional.rowsAmong(this.#rows);
    this.#markNarrow();
    for (const row of this.#rows) {
      if (this.#hidden.isHiddenRow(row.row)) row.hidden = true;
      if (conditional.has(row.row)) row.isConditional = true;
      if (covered.has(row.row)) row.isCovered = true;
      const ofRow = comments?.get(row.row);
      if (ofRow !== undefined) row.comments = ofRow;
    }
    return {
      rows: this.#rows,
      titleRows: 0,
      blankRows: last - this.#rows.length,
      hiddenRows: this.#rows.filter(({ hidden }) => hidden).length,
      hiddenColumns: this.#hidden.columns(),
      quotes: null,
      formulas: this.#formulas,
      separator: null,
      notes: [],
    };
  }

  #readDefaults(attributes: Record<string, string>): void {
    this.#hidden.readDefaults(attributes);
    this.#sizes.readDefaults(attributes);
  }

  #readColumns(attributes: Record<string, string>): void {
    this.#hidden.readColumns(attributes);
    this.#sizes.readColumns(attributes);
  }

  /** A cell that is merged with those to its right has their width too. */
  #markNarrow(): void {
    for (const { row, column, width } of this.#wide) {
      if (width <= this.#sizes.width(column, row.spans?.[column])) continue;
      row.narrowIn = [...(row.narrowIn ?? []), column];
    }
  }

  #openRow(attributes: Record<string, string>): void {
    const { r } = attributes;
    const row = r === undefined ? this.#row.row + 1 : Number(r);
    // Each row once and in order, so that their numbers are those that a person sees.
    if (!Number.isSafeInteger(row) || row <= this.#row.row) throw new ImportRefusal(DAMAGED);
    this.#row = { row, cells: [] };
    this.#hidden.readRow(row, attributes);
    this.#sizes.readRow(row, attributes);
    this.#nextColumn = 0;
  }

  #openCell({ r, t = "n", s = "0" }: Record<string, string>): void {
    const column = r === undefined ? this.#nextColumn : columnOf(r);
    this.#nextColumn = column + 1;
    const style = Number(s);
    this.#cell = { column, type: t, style, hasValue: false, hasFormula: false, isMarked: false, colors: [] };
  }

  #closeCell(): void {
    const [cell, value] = [this.#cell, this.#value];
    this.#cell = null;
    this.#value = "";
    if (cell === null || (!cell.hasValue && !cell.hasFormula)) return;
    if (cell.hasFormula) this.#formulas += 1;
    const { text, kind, shown = text } = marked(this.#read(cell, value), this.#isMarked(cell, value));
    if (text === "" && kind === undefined) return;
    if (cell.column >= IMPORT_LIMITS.columns) throw tooWide();
    this.#characters += text.length;
    if (this.#characters > IMPORT_LIMITS.characters) {
      throw new ImportRefusal(
        "This workbook holds too much text. Keep the columns of the order, then try again.",
      );
    }
    const { cells } = this.#row;
    if ((cells[cell.column] ?? "") !== "" || this.#row.cellKinds?.[cell.column] !== undefined) {
      throw new ImportRefusal(DAMAGED);
    }
    while (cells.length < cell.column) cells.push("");
    cells[cell.column] = text;
    if (kind !== undefined) this.#row.cellKinds = { ...this.#row.cellKinds, [cell.column]: kind };
    // Of other kinds, the cell is refused anyway.
    const width = kind === undefined || kind === "three-decimals" ? shownWidth(shown) + BLANK : 0;
    if (width > this.#sizes.width(cell.column))
      this.#wide.push({ row: this.#row, column: cell.column, width });
  }

  #closeRow(): void {
    if (isBlank(this.#row.cells) && this.#row.cellKinds === undefined) return;
    if (this.#rows.length >= IMPORT_LIMITS.rows) throw tooLong();
    this.#rows.push(this.#row);
  }

  #isMarked({ isMarked, type, style, colors }: OpenCell, value: string): boolean {
    const isShared = type === "s";
    const isString = isShared && this.#context.isMarkedString(Number(value));
    if (isMarked || isString || this.#context.isStruck(style)) return true;
    return this.#context.isUnseen(style, isShared ? this.#context.colorsOfString(Number(value)) : colors);
  }

  #read({ type, style, hasValue, hasFormula }: OpenCell, value: string): ReadCell {
    if (hasFormula && (!hasValue || (value === "" && type !== "str")))
      return { text: "", kind: "unknown-result" };
    if (type === "s") return this.#asText(this.#shared(value), style);
    if (type === "inlineStr" || type === "str") return this.#asText({ text: unescaped(value) }, style);
    if (type === "b") return { text: value === "1" || value === "true" ? "TRUE" : "FALSE" };
    if (type === "e") return { text: errorText(value), kind: "error" };
    if (type === "d") return { text: value, kind: "date" };
    const number = plainDecimal(value);
    if (number === null) return value === "" ? { text: "" } : { text: "#NUM!", kind: "error" };
    if (this.#context.isDateStyle(style)) {
      return { text: dateText(number, this.#context.dateSystem), kind: "date" };
    }
    const look = (number === "0" ? this.#context.zeroLook(style) : null) ?? this.#context.numberLook(style);
    if (!isShownAsStored(number, look))
      return { text: shownOtherwise(number, look), kind: "shown-otherwise" };
    // What is seen beside the number counts as if it had been typed: 25.50 USD, 20 k, -5.
    const decimals = typeof look.digits === "number" ? look.digits : 0;
    const shown = `${look.before}${withDecimals(number, decimals)}${look.after}`.trim();
    if (look.before !== "" || look.after !== "") {
      return { text: `${look.before}${number}${look.after}`.trim(), shown };
    }
    return /\.\d{3}$/.test(number)
      ? { text: number, kind: "three-decimals", shown }
      : { text: number, shown };
  }

  /** A text as its format shows it: that can hide it, or put other words beside it. */
  #asText(read: ReadCell, style: number): ReadCell {
    const look = this.#context.textLook(style);
    const { digits, before, after } = look;
    if (read.kind !== undefined || read.text === "") return read;
    if (digits === "otherwise") return { text: shownOtherwise(read.text, look), kind: "shown-otherwise" };
    return before.trim() === "" && after.trim() === ""
      ? read
      : { text: `${before}${read.text}${after}`.trim() };
  }

  #shared(value: string): ReadCell {
    const text = this.#context.sharedString(Number(value));
    return text === undefined ? { text: "#REF!", kind: "error" } : { text };
  }
}

/** A number with the decimals that its format shows. */
function withDecimals(number: string, decimals: number): string {
  const [whole = "", fraction = ""] = number.split(".");
  return decimals === 0 ? number : `${whole}.${fraction.padEnd(decimals, "0")}`;
}

function marked(read: ReadCell, isMarked: boolean): ReadCell {
  return isMarked && read.text !== "" ? markedCell(read.text) : read;
}

/** The cells of a reference such as `A2:B4`. */
function areaOf(reference: string) {
  const [first = "", last = first] = reference.split(":");
  return {
    firstRow: rowOf(first),
    lastRow: rowOf(last),
    firstColumn: columnOf(first),
    lastColumn: columnOf(last),
  };
}

function rowOf(reference: string): number {
  return Number(/\d+$/.exec(reference)?.[0]);
}

/** An error's own text. Anything else in its place could be taken for a value. */
function errorText(value: string): string {
  return /^#[A-Z][A-Z0-9/_!?]*$/.test(value) ? value : "#VALUE!";
}

const DAMAGED =
  "The rows or cells of this worksheet are out of order. Open it in a spreadsheet program and save it again.";

/** The column of a reference such as `AB12`, from 0. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1];
  if (letters === undefined) throw new ImportRefusal(DAMAGED);
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Workbooks write characters that XML can't contain as `_x000D_`. */
export function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
