import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";
import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import { tooLong, tooWide } from "#lib/orders/import/table/tooLarge.ts";
import { flowWithin, isCutOff, NO_FLOW, SeenOrder, type Flow } from "./cellFlow.ts";
import { lookOfElement, pixelsOf } from "./looks.ts";
import { colorsWithin, isUncertain, isUnseen, ON_PAPER, type Surroundings } from "./surroundings.ts";
import { readHtml, type HtmlHandlers } from "./readHtml.ts";
import { StyleRules } from "./styleRules.ts";

/** A cell of a copied table. Columns count from 0; a merged cell has more rows or columns than one. */
export type CopiedCell = {
  column: number;
  rows: number;
  columns: number;
  /** What is seen of its text, and all of it. */
  seen: string;
  text: string;
  isHidden: boolean;
  isMarked: boolean;
  /** Some of its text has the colour of what is behind it, or hardly any. */
  isUnseen: boolean;
  /** Some of its text, or what is behind it, has a colour that cannot be computed. */
  isUncertain: boolean;
};
export type CopiedRow = { cells: CopiedCell[]; isHidden: boolean };

/** What a program put on the clipboard beside the plain text. */
export type Copied = {
  /** Tables with text, none of which holds another. */
  tables: { rows: CopiedRow[]; hiddenColumns: ReadonlySet<number> }[];
  /** What is seen of the text that is in none of them. */
  others: string;
  /** Texts in none of them that are struck through, raised, lowered, hidden or hardly to be seen. */
  marked: string[];
};

type OpenTable = {
  rows: CopiedRow[];
  row: CopiedRow | null;
  cell: CopiedCell | null;
  hasTable: boolean;
  hiddenColumns: Set<number>;
  nextColumn: number;
  /** It keeps to the widths of its columns, in pixels. */
  isFixed: boolean;
  widths: Map<number, number>;
  /** In which the parts of the cell's text are seen. */
  order: SeenOrder;
  /** The cells that clip, with the size of their font. */
  clipped: { cell: CopiedCell; fontSize: number }[];
};

const VOID = new Set(
  "area base br col embed hr img input link meta param source track wbr basefont bgsound frame".split(" "),
);
/** They do not continue a word. */
const APART = new Set("br p div li ul ol dl dt dd h1 h2 h3 h4 h5 h6 pre table tr td th hr".split(" "));
const CELL = ["td", "th", "caption"];
const ROW = [...CELL, "tr", "colgroup"];
const GROUP = [...ROW, "thead", "tbody", "tfoot"];
/** What a part of a table ends that was not closed. */
const ENDS = new Map([
  ...["td", "th"].map((name) => [name, CELL] as const),
  ["tr", ROW],
  ...["tbody", "thead", "tfoot"].map((name) => [name, GROUP] as const),
]);
const MOST_LEVELS = 500;
/** Longer texts are words, which may be cut off. */
const LONGEST_NUMBER = 100;
const TOO_DEEP = "The copied table is nested too deeply. Copy only its rows, or paste it without formatting.";

/** Reads the tables of copied HTML with what their plain text does not say. @throws ImportRefusal */
export function readCopied(html: string): Copied {
  if (html.length > IMPORT_LIMITS.characters) throw new ImportRefusal(TOO_LARGE);
  const reader = new CopiedReader();
  readHtml(html, reader);
  return reader.finish();
}

const TOO_LARGE = "The copied table is too large. Copy fewer rows, or choose its file instead.";

type OpenElement = Surroundings & { name: string; isHidden: boolean; isMarked: boolean; flow: Flow };
const NOTHING_AROUND = { isHidden: false, isMarked: false, flow: NO_FLOW, ...ON_PAPER };

const SHOWN = { isHidden: false, isMarked: false, isUnseen: false, isUncertain: false };

class CopiedReader implements HtmlHandlers {
  readonly #copied: Copied = { tables: [], others: "", marked: [] };
  readonly #rules = new StyleRules();
  readonly #elements: OpenElement[] = [];
  readonly #tables: OpenTable[] = [];
  #rows = 0;

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    this.#endUnclosed(name);
    if (APART.has(name)) this.#add(" ");
    const around = this.#elements.at(-1) ?? NOTHING_AROUND;
    const own = lookOfElement(name, attributes, this.#rules.lookOf(name, attributes));
    const table = this.#tables.at(-1);
    const isCell = name === "td" || name === "th";
    const flow = flowWithin(around.flow, own, isCell ? "cell" : table?.cell ? "in cell" : "outside");
    const look = {
      isHidden: around.isHidden || own.isHidden,
      isMarked: around.isMarked || own.isMarked,
      flow,
      ...colorsWithin(around, own),
    };
    if (name === "table") this.#openTable(own.isFixed);
    else if (name === "col" && table !== undefined)
      readColumns(table, attributes, { isHidden: look.isHidden, width: own.width });
    else if (name === "tr") this.#openRow(look.isHidden);
    else if (isCell) this.#openCell(attributes, look);
    if (VOID.has(name)) return;
    if (this.#elements.length >= MOST_LEVELS) throw new ImportRefusal(TOO_DEEP);
    this.#elements.push({ name, ...look });
  };

  readonly text = (text: string): void => {
    const element = this.#elements.at(-1);
    if (element?.name === "style") {
      if (!this.#rules.add(text)) throw new ImportRefusal(TOO_LARGE);
      return;
    }
    const { isMarked, isHidden, flow, ...colors } = element ?? NOTHING_AROUND;
    const isFilled = text.trim() !== "";
    const isMoved = isFilled && !isHidden && this.#flow(text, flow);
    this.#add(text, {
      isMarked: (isMarked && isFilled) || isMoved,
      isUnseen: isFilled && isUnseen(colors),
      isUncertain: isFilled && isUncertain(colors),
      isHidden,
    });
  };

  readonly close = (name: string): void => {
    if (APART.has(name)) this.#add(" ");
    const isPart = ENDS.has(name) || name === "table";
    for (let at = this.#elements.length - 1; at >= 0; at -= 1) {
      const element = this.#elements[at];
      if (element === undefined) return;
      if (element.name === name) return this.#endFrom(at);
      // What is in a cell does not end the cell, and what is in a table does not end what is around it.
      if (element.name === "table" || (!isPart && ENDS.has(element.name))) return;
    }
  };

  finish(): Copied {
    this.#endFrom(0);
    // Rows that stand in no table end with the text.
    while (this.#tables.length > 0) this.#closeTable();
    return this.#copied;
  }

  /** Whether a text is seen before one that is written before it, or only from its middle on. */
  #flow(text: string, flow: Flow): boolean {
    const table = this.#tables.at(-1);
    if (!table?.cell) return false;
    for (const room of flow.rooms) if (room.text.length < LONGEST_NUMBER) room.text += text;
    return table.order.isMoved(flow) || (flow.clips && flow.isShifted);
  }

  #add(text: string, { isHidden, isMarked, isUnseen: unseen, isUncertain: uncertain } = SHOWN): void {
    const cell = this.#tables.at(-1)?.cell;
    if (cell) {
      cell.text += text;
      if (!isHidden) cell.seen += text;
      if (isMarked && !isHidden) cell.isMarked = true;
      if (unseen && !isHidden) cell.isUnseen = true;
      if (uncertain && !isHidden) cell.isUncertain = true;
      return;
    }
    const inHead = this.#elements.some(({ name }) => ["head", "script", "title"].includes(name));
    if (inHead) return;
    if (!isHidden) this.#copied.others += text;
    if ((isMarked || isHidden || unseen) && text.trim() !== "") this.#copied.marked.push(text.trim());
  }

  /** Ends what the element cannot be inside of, as browsers do. */
  #endUnclosed(name: string): void {
    const ends = ENDS.get(name);
    if (name === "table" && this.#tables.length > 0 && this.#tables.at(-1)?.cell === null) {
      this.#endFrom(this.#elements.findLastIndex((element) => element.name === "table"));
    }
    if (ends === undefined) return;
    const table = this.#elements.findLastIndex((element) => element.name === "table");
    const first = this.#elements.findIndex((element, at) => at > table && ends.includes(element.name));
    if (first !== -1) this.#endFrom(first);
  }

  #endFrom(first: number): void {
    if (first < 0) return;
    for (const { name, flow } of this.#elements.splice(first).toReversed()) {
      const table = this.#tables.at(-1);
      if (table === undefined) continue;
      if (table.cell && flow.room !== null && isCutOff(flow.room)) table.cell.isUnseen = true;
      if (name === "td" || name === "th") table.cell = null;
      else if (name === "tr") table.row = null;
      else if (name === "table") this.#closeTable();
    }
  }

  #openTable(isFixed = false): OpenTable {
    const around = this.#tables.at(-1);
    if (around !== undefined) around.hasTable = true;
    const table: OpenTable = {
      rows: [],
      row: null,
      cell: null,
      hasTable: false,
      hiddenColumns: new Set(),
      nextColumn: 0,
      isFixed,
      widths: new Map(),
      order: new SeenOrder(),
      clipped: [],
    };
    this.#tables.push(table);
    return table;
  }

  #openRow(isHidden: boolean): CopiedRow {
    this.#rows += 1;
    if (this.#rows > IMPORT_LIMITS.rows * 2) throw tooLong();
    const table = this.#tables.at(-1) ?? this.#openTable();
    const row: CopiedRow = { cells: [], isHidden };
    table.rows.push(row);
    table.row = row;
    table.cell = null;
    return row;
  }

  #openCell(
    { rowspan = "", colspan = "" }: Readonly<Record<string, string>>,
    { isHidden, flow }: Pick<OpenElement, "isHidden" | "flow">,
  ): void {
    const row = this.#tables.at(-1)?.row ?? this.#openRow(false);
    const cell: CopiedCell = {
      column: 0,
      rows: rowspan.trim() === "0" ? IMPORT_LIMITS.rows : spanOf(rowspan, IMPORT_LIMITS.rows),
      columns: spanOf(colspan, IMPORT_LIMITS.columns),
      seen: "",
      text: "",
      isHidden,
      isMarked: false,
      isUnseen: false,
      isUncertain: false,
    };
    row.cells.push(cell);
    if (row.cells.length > IMPORT_LIMITS.columns) throw tooWide();
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    table.cell = cell;
    table.order = new SeenOrder();
    if (flow.clips) table.clipped.push({ cell, fontSize: flow.fontSize });
  }

  #closeTable(): void {
    const table = this.#tables.pop();
    if (table === undefined) return;
    const filled = table.rows.some(({ cells }) => cells.some(({ text }) => text.trim() !== ""));
    if (!filled) return;
    if (!table.hasTable) {
      place(table.rows);
      if (table.isFixed) cutOff(table);
      this.#copied.tables.push({ rows: table.rows, hiddenColumns: hiddenIn(table) });
      return;
    }
    for (const { seen, text, isMarked, isUnseen: unseen } of table.rows.flatMap(({ cells }) => cells)) {
      this.#copied.others += ` ${seen}`;
      if (isMarked || unseen || seen !== text) this.#copied.marked.push(text.trim());
    }
  }
}

function spanOf(text: string, most: number): number {
  const span = Number.parseInt(text, 10);
  return span > 1 ? Math.min(span, most) : 1;
}

function readColumns(
  table: OpenTable,
  { span = "", width = "" }: Readonly<Record<string, string>>,
  own: { isHidden: boolean; width: number | null },
): void {
  const next = Math.min(table.nextColumn + spanOf(span, IMPORT_LIMITS.columns), IMPORT_LIMITS.columns);
  const pixels = own.width ?? pixelsOf(width);
  for (let column = table.nextColumn; column < next; column += 1) {
    if (own.isHidden) table.hiddenColumns.add(column);
    if (pixels !== null) table.widths.set(column, pixels);
  }
  table.nextColumn = next;
}

/** Marks the cells whose text does not fit in their columns, whose widths the table keeps. */
function cutOff({ clipped, widths }: OpenTable): void {
  for (const { cell, fontSize } of clipped) {
    let width = 0;
    for (let at = 0; at < cell.columns; at += 1) width += widths.get(cell.column + at) ?? Infinity;
    if (isCutOff({ width, fontSize, text: cell.seen })) cell.isUnseen = true;
  }
}

/** Gives each cell its column: merged cells of rows above and before it come first. @throws ImportRefusal */
function place(rows: readonly CopiedRow[]): void {
  let below = new Map<number, number>();
  for (const { cells } of rows) {
    const next = new Map([...below].flatMap(([column, left]) => (left > 1 ? [[column, left - 1]] : [])));
    let column = 0;
    for (const cell of cells) {
      while (below.has(column)) column += 1;
      cell.column = column;
      if (column + cell.columns > IMPORT_LIMITS.columns) throw tooWide();
      for (let at = column; at < column + cell.columns; at += 1) {
        if (cell.rows > 1) next.set(at, cell.rows - 1);
      }
      column += cell.columns;
    }
    below = next;
  }
}

/** The columns that are hidden as such, and those whose every cell is. */
function hiddenIn({ rows, hiddenColumns }: OpenTable): ReadonlySet<number> {
  const hidden = new Set(hiddenColumns);
  const shown = new Set<number>();
  const all = new Set<number>();
  for (const row of rows) {
    for (const cell of row.isHidden ? [] : row.cells) {
      all.add(cell.column);
      if (!cell.isHidden) shown.add(cell.column);
    }
  }
  for (const column of all) if (!shown.has(column)) hidden.add(column);
  return hidden;
}
