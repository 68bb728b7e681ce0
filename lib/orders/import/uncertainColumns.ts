import { fold } from "#lib/catalog/filters/fold.ts";
import { canBeCount } from "./countedCells.ts";
import { usualWidth, type TableRow } from "#lib/orders/import/table/importTable.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import {
  fieldOfHead,
  guessAll,
  hasDecimals,
  mayBeQuantity,
  IMPORT_FIELDS,
  mentionsField,
  type ColumnMapping,
  type ImportField,
  type Separable,
} from "./columns.ts";

/** A field that several columns can be; which one it is, only a person knows. */
type UncertainColumn = { field: ImportField; columns: number[] };

/** The fields that were given to one of several columns: of the same name, or numbers without a name. */
export function uncertainColumns(
  table: Separable,
  hasHeads: boolean,
  mapping: ColumnMapping,
): UncertainColumn[] {
  const heads = hasHeads ? headsOf(table.rows[0]) : [];
  const body = table.rows.slice(hasHeads ? 1 : 0).map(({ cells }) => cells);
  const same = IMPORT_FIELDS.flatMap((field) => sameName(field, heads, body, mapping));
  const isAsked = (asked: ImportField) => same.some(({ field }) => field === asked);
  const named = [
    ...same,
    ...NUMBERS.filter((field) => !isAsked(field)).flatMap((field) => likeName(field, heads, body, mapping)),
  ];
  if (named.every(({ field }) => field !== "productId")) named.push(...numberedRows(heads, body, mapping));
  if (mapping.quantity === undefined) named.push(...otherCounts(table, heads, body, mapping));
  else if (hasHeads && isWeakQuantity(heads[mapping.quantity] ?? "")) {
    named.push(...namelessQuantity(heads, body, mapping));
  }
  const fields = new Set(named.map(({ field }) => field));
  return [...named, ...bareNumbers(table, hasHeads).filter(({ field }) => !fields.has(field))];
}

/** The headings; one that is merged over several columns names each of them. */
function headsOf(row: TableRow | undefined): string[] {
  const heads = [...(row?.cells ?? [])];
  for (const [first, more] of Object.entries(row?.spans ?? {})) {
    const column = Number(first);
    for (let at = column + 1; at <= column + more; at += 1) {
      while (heads.length < at) heads.push("");
      if ((heads[at] ?? "").trim() === "") heads[at] = heads[column] ?? "";
    }
  }
  return heads;
}

function sameName(
  field: ImportField,
  heads: readonly string[],
  body: readonly string[][],
  mapping: ColumnMapping,
): UncertainColumn[] {
  // A product is found by its id if there is one.
  if (field === "name" && mapping.productId !== undefined) return [];
  const columns = heads.flatMap((head, column) =>
    fieldOfHead(head) === field && body.some((cells) => cellOf(cells, column) !== "") ? column : [],
  );
  const [first, ...others] = columns;
  if (first === undefined || others.length === 0) return [];
  const differ = body.some((cells) =>
    others.some((column) => cellOf(cells, column) !== cellOf(cells, first)),
  );
  return differ ? [{ field, columns }] : [];
}

/** Names of columns that say how many of a quantity are left to order, or not any more. */
const OTHER_COUNT =
  /^(?:(?:qty|quantity|pcs|pieces|codes|number|still|to be|already|menge|anzahl|cantidad|quantite) )?(?:remaining|remainder|rest|open|outstanding|left|to order|to buy|missing|balance|needed|still needed|required|back ?ordered|back ?order|reorder|approved|confirmed|final|actual|revised|corrected|correction|ordered|bought|purchased|placed|delivered|received|shipped|sent|done|fulfilled|cancelled|canceled|returned|offen|fehlend|fehlt|restmenge|bestellt|geliefert|erhalten|benotigt|restant|restante|manquant|commande|livre|recu|pendiente|faltante|pedido|entregado|recibido|rimanente|mancante|ordinato|consegnato|ricevuto)(?: (?:qty|quantity|pcs|pieces|codes|menge))?$/;
const NUMBERS = ["productId", "amount", "quantity"] as const satisfies readonly ImportField[];
/** What a row costs as a whole is no unit's amount. */
const OF_ROW = /\b(?:total|subtotal|sum|line|gesamt|gesamtpreis|totale)\b/;

/** Other columns of numbers whose names hold the field's: "Quantity (new)" beside "Quantity", "Amount (USD)" for want of an amount. */
function likeName(
  field: (typeof NUMBERS)[number],
  heads: readonly string[],
  body: readonly string[][],
  mapping: ColumnMapping,
): UncertainColumn[] {
  const own = mapping[field];
  // Without an id there may be a name, and without a quantity any number is asked about.
  if (own === undefined && field !== "amount") return [];
  const taken = new Set(Object.values(mapping));
  const isDifferent = (column: number) =>
    own === undefined || body.some((cells) => cellOf(cells, column) !== cellOf(cells, own));
  const others = heads.flatMap((head, column) =>
    !taken.has(column) && field === "quantity" && isOtherCount(head, column, body)
      ? column
      : !taken.has(column) &&
          (mentionsField(head, field) || (field === "productId" && isOtherId(head, column, body, own))) &&
          !(field === "amount" && OF_ROW.test(head.toLowerCase())) &&
          body.some((cells) => /\p{Nd}/u.test(cellOf(cells, column))) &&
          isDifferent(column)
        ? column
        : [],
  );
  if (others.length === 0) return [];
  return [{ field, columns: own === undefined ? others : [own, ...others].toSorted((a, b) => a - b) }];
}

function isOtherCount(head: string, column: number, body: readonly string[][]): boolean {
  if (head.length > LONGEST_HEAD || !OTHER_COUNT.test(fold(head))) return false;
  const filled = body.map((cells) => cellOf(cells, column)).filter((cell) => cell !== "");
  return filled.some((cell) => !/^0+$/.test(cell)) && filled.every((cell) => /^\p{Nd}{1,6}$/u.test(cell));
}

const LONGEST_HEAD = 60;

/** Names of columns that can hold the id of the product to take. */
const OTHER_ID =
  /(?:^| )(?:replac\w*|replacement|instead|substitut\w*|alternativ\w*|new|use|code|sku|ersatz|statt|neu|remplac\w*|nouveau|sustituto|nuevo|sostitu\w*|nuovo)(?: |$)/;

const lengthOf = (cells: readonly string[], at: number) => cellOf(cells, at).replace("#", "").length;

/** Whether a column holds numbers as long as the ids, and its name can mean another product. */
function isOtherId(
  head: string,
  column: number,
  body: readonly string[][],
  own: number | undefined,
): boolean {
  if (own === undefined || !OTHER_ID.test(fold(head))) return false;
  const filled = body.filter((cells) => cellOf(cells, column) !== "");
  return (
    filled.length > 0 &&
    filled.every(
      (cells) =>
        /^#?\p{Nd}{3,}$/u.test(cellOf(cells, column)) && lengthOf(cells, column) === lengthOf(cells, own),
    )
  );
}

/**
 * Without a quantity, other columns may be it: numbers, also among texts, and what some rows without names have beyond the others.
 * One of each would be less than the table says.
 */
function otherCounts(
  table: Separable,
  heads: readonly string[],
  body: readonly string[][],
  mapping: ColumnMapping,
): UncertainColumn[] {
  const beyond = heads.length === 0 && table.separator !== null ? beyondMost(body) : [];
  const columns = [...new Set([...counts(heads, body, mapping), ...beyond])].toSorted((a, b) => a - b);
  return columns.length === 0 ? [] : [{ field: "quantity", columns }];
}

/** The columns that no field has, whose cells can say how many. */
function counts(heads: readonly string[], body: readonly string[][], mapping: ColumnMapping): number[] {
  const taken = new Set(Object.values(mapping));
  const width = heads.length > 0 ? heads.length : usualWidth(body.map((cells) => cells.length)).width;
  return Array.from({ length: width }, (_, column) => column).filter(
    (column) =>
      !taken.has(column) &&
      fieldOfHead(heads[column] ?? "") === undefined &&
      canBeCount(body, column, heads[column] ?? ""),
  );
}

function beyondMost(body: readonly string[][]): number[] {
  const widths = body.map((cells) => cells.length);
  const { width } = usualWidth(widths);
  const most = Math.max(0, ...new Set(widths));
  return Array.from({ length: most - width }, (_, at) => width + at);
}

/** A heading that says nothing, or that usually numbers the rows: `#`, `No`. */
function isWeakQuantity(head: string): boolean {
  return head.trim() === "" || (mayBeQuantity(head) && fieldOfHead(head) === undefined);
}

/** A quantity that was guessed of a column without a name, beside others with names, may number the rows, or one of them may be it. */
function namelessQuantity(
  heads: readonly string[],
  body: readonly string[][],
  mapping: ColumnMapping,
): UncertainColumn[] {
  const { quantity } = mapping;
  if (quantity === undefined) return [];
  const columns = [...new Set([...counts(heads, body, mapping), quantity])].toSorted((a, b) => a - b);
  const isFirst = Object.values(mapping).every((column) => column >= quantity);
  const isNumber = mayBeQuantity(heads[quantity] ?? "");
  return columns.length > 1 || isFirst || isNumber ? [{ field: "quantity", columns }] : [];
}

/** A column called ID beside names can number the rows. */
function numberedRows(
  heads: readonly string[],
  body: readonly string[][],
  { productId, name }: ColumnMapping,
): UncertainColumn[] {
  if (productId === undefined || name === undefined || heads[productId]?.trim().toLowerCase() !== "id")
    return [];
  const isCount = body.every(
    (cells, at) => Number(cellOf(cells, productId)) === Number(cellOf(body[0] ?? [], productId)) + at,
  );
  return isCount ? [{ field: "productId", columns: [productId, name] }] : [];
}

/** Columns without a name are told apart by their cells: only one with decimals is certainly an amount. */
function bareNumbers(table: Separable, hasHeads: boolean): UncertainColumn[] {
  const { mapping, numbers, sample } = guessAll(table, hasHeads);
  const { found, amounts, whole } = numbers;
  const uncertain: UncertainColumn[] = [];
  const { productId } = found;
  if (productId !== undefined) {
    const longer = whole.filter((column) => digitsIn(sample, column) > digitsIn(sample, productId));
    if (longer.length > 0) uncertain.push({ field: "productId", columns: [productId, ...longer] });
  }
  const decimal = amounts.filter((column) => sample.some((cells) => hasDecimals(cellOf(cells, column))));
  const candidates = decimal.length > 0 ? amounts : [...amounts, ...whole].toSorted((a, b) => a - b);
  if (mapping.amount === undefined && candidates.length > 1) {
    uncertain.push({ field: "amount", columns: candidates });
  }
  // Of two whole numbers, the one that is not the amount is the quantity.
  const isOpen = amounts.length > 0 || mapping.amount !== undefined || whole.length > 2;
  if (mapping.quantity === undefined && isOpen && whole.length > 1) {
    uncertain.push({ field: "quantity", columns: whole });
  }
  return uncertain;
}

function digitsIn(sample: readonly string[][], column: number): number {
  return sample.reduce(
    (most, cells) => Math.max(most, asciiDigits(cellOf(cells, column)).replace(/\D/g, "").length),
    0,
  );
}

function cellOf(cells: readonly string[], column: number): string {
  return (cells[column] ?? "").trim();
}
