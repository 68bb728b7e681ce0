import { fold } from "#lib/catalog/filters/fold.ts";
import { parseQuantity } from "#lib/orders/drafts/draftQuantity.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { usualWidth, type ImportTable } from "#lib/orders/import/table/importTable.ts";

/** What a column of a table can contain. */
export const IMPORT_FIELDS = ["productId", "name", "amount", "quantity", "country", "currency"] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The column of each field, from 0; a field without a column is not in the table. */
export type ColumnMapping = Partial<Record<ImportField, number>>;

export const FIELD_LABELS: Record<ImportField, string> = {
  productId: "Product ID",
  name: "Product name",
  amount: "Amount",
  quantity: "Quantity",
  country: "Country",
  currency: "Currency",
};

/** The most characters of a field. */
export const FIELD_LENGTHS: Record<ImportField, number> = {
  productId: 400,
  name: 400,
  amount: 60,
  quantity: 30,
  country: 60,
  currency: 20,
};

/** The headings that people use, folded, in the languages in which such tables come. */
const HEADS: Record<ImportField, string> = {
  productId:
    "product id|productid|id|sku|product code|product no|product number|item id|item no|article number|artikelnummer|artikel nr|produkt id|produktnummer|id produit|identifiant|reference produit|id de producto|id producto|codigo de producto|id prodotto|id produktu",
  name: "product name|name|product|title|item|article|card|brand|produktname|produkt|artikel|bezeichnung|nom|nom du produit|produit|libelle|nombre|nombre del producto|producto|nome|prodotto|nazwa|nazwa produktu",
  amount:
    "amount|price|unit price|value|face value|denomination|unit amount|betrag|wert|preis|einzelpreis|nennwert|montant|valeur|prix|prix unitaire|importe|valor|precio|precio unitario|importo|valore|prezzo|kwota|cena|wartosc",
  quantity:
    "quantity|qty|count|pieces|pcs|units|codes|number of codes|menge|anzahl|stuck|stuckzahl|quantite|qte|nombre de codes|cantidad|unidades|quantita|ilosc|liczba",
  country:
    "country|country code|countrycode|market|region|land|landercode|lander code|pays|code pays|pais|codigo de pais|paese|kraj|kod kraju",
  currency: "currency|currency code|currencycode|ccy|wahrung|devise|monnaie|moneda|divisa|valuta|waluta",
};
const FIELD_OF = new Map(
  IMPORT_FIELDS.flatMap((field) => HEADS[field].split("|").map((head) => [head, field] as const)),
);
/** Headings that can mean a quantity but usually number the rows, as in our own export of codes: see `isCountOfCodes`. */
const WEAK_QUANTITY = /^(?:number|no|nr)$/;
const SAMPLE_ROWS = 200;
/** The share of a column's cells that must look like a field for it to be guessed. */
const LIKELY = 0.8;

export function fieldOfHead(head: string): ImportField | undefined {
  return FIELD_OF.get(fold(head).replace(/ (?:code)? ?iso$/, ""));
}

/** Whether a heading holds one of a field's names and more, such as "Quantity (new)" or "Amount in USD". "ID" alone says too little. */
export function mentionsField(head: string, field: ImportField): boolean {
  if (fieldOfHead(head) !== undefined) return false;
  const text = ` ${fold(head)} `;
  return HEADS[field].split("|").some((name) => name !== "id" && text.includes(` ${name} `));
}

/** How many cells of a row are headings of different fields. An ambiguous heading counts only if it cannot be the content of a cell. */
export function countKnownHeads(cells: readonly string[]): number {
  const fields = cells.map((cell) => (fold(cell) === "number" ? "quantity" : fieldOfHead(cell)));
  return new Set(fields.filter((field) => field !== undefined)).size;
}

export function mayBeQuantity(head: string): boolean {
  return head.trim() === "#" || WEAK_QUANTITY.test(fold(head));
}

/** Whether the first row is a heading: it contains names of fields, or no digits where the rows below have some. */
export function guessHasHeads({ rows }: Pick<ImportTable, "rows">): boolean {
  const [first, ...others] = rows;
  if (!first) return false;
  if (countKnownHeads(first.cells) > 0) return true;
  return !hasDigits(first.cells) && others.slice(0, SAMPLE_ROWS).some(({ cells }) => hasDigits(cells));
}

function hasDigits(cells: readonly string[]): boolean {
  return cells.some((cell) => /\p{Nd}/u.test(cell));
}

/** Guesses which column is which: by their headings, and if these leave something open, by their cells. */
export function guessColumns(table: Separable, hasHeads: boolean): ColumnMapping {
  const { mapping, numbers } = guessAll(table, hasHeads);
  return { ...mapping, ...numbers.found };
}

export type Separable = Pick<ImportTable, "rows" | "separator">;

/** What the columns are by their headings and texts, and the columns of numbers that these leave open. */
export function guessAll(
  { rows, separator }: Separable,
  hasHeads: boolean,
): { mapping: ColumnMapping; numbers: NumberColumns; sample: string[][] } {
  const mapping: ColumnMapping = {};
  const headRows = hasHeads ? 1 : 0;
  const heads = rows.slice(0, headRows).flatMap(({ cells }) => cells);
  heads.forEach((head, column) => {
    const field = fieldOfHead(head);
    if (field !== undefined) mapping[field] ??= column;
  });
  const sample = rows.slice(headRows, headRows + SAMPLE_ROWS).map(({ cells }) => cells);
  moveNumbersToId(mapping, sample);
  addWeakQuantity(mapping, heads, sample);
  const widths = sample.map((cells) => cells.length);
  // Without names, a row of separated text that is wider than most was split in the wrong places.
  const width =
    separator !== null && !hasHeads ? usualWidth(widths).width : Math.max(0, heads.length, ...widths);
  const taken = new Set(Object.values(mapping));
  // In separated text, what has no name may be a part of a split amount (tableWidth.ts).
  const named = hasHeads && separator !== null ? Math.min(...taken) : width;
  const open = Array.from({ length: Math.min(width, named) }, (_, column) => column).filter(
    // A column with an unknown heading is not used.
    (column) => !taken.has(column) && (heads[column] ?? "").trim() === "",
  );
  const { found, numbers } = guessByCells(open, sample, mapping);
  const known = { ...mapping, ...found };
  return { mapping: known, numbers: guessNumbers(numbers, sample, known), sample };
}

/** A column called "Product" can contain names or ids. */
function moveNumbersToId(mapping: ColumnMapping, sample: readonly string[][]): void {
  if (mapping.productId !== undefined || mapping.name === undefined) return;
  if (!looksLikeIds(sample, mapping.name)) return;
  mapping.productId = mapping.name;
  delete mapping.name;
}

/** A column called "Number" is the quantity only if no other column is, and if it does not number the rows or the products. */
function addWeakQuantity(
  mapping: ColumnMapping,
  heads: readonly string[],
  sample: readonly string[][],
): void {
  if (mapping.quantity !== undefined) return;
  if (mapping.productId === undefined && mapping.name === undefined) return;
  // Of several, the last: those that number something come first.
  const column = heads.findLastIndex((head, at) => mayBeQuantity(head) && isCountOfCodes(sample, at));
  if (column !== -1) mapping.quantity = column;
}

/** Small whole numbers that do not count 1, 2, 3 …; in a first column, which usually numbers the rows, they must not even increase. */
export function isCountOfCodes(sample: readonly string[][], column: number): boolean {
  if (share(sample, column, (cell) => /^\p{Nd}{1,4}$/u.test(cell)) < LIKELY) return false;
  const numbers = sample.flatMap((row) => {
    const digits = asciiDigits((row[column] ?? "").trim());
    return /^\d+$/.test(digits) ? [Number(digits)] : [];
  });
  if (numbers.length === 1) return column > 0 && numbers[0] !== 1;
  const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0));
  return !steps.every((step) => (column === 0 ? step > 0 : step === 1));
}

const isId = (cell: string) => /^#?\p{Nd}+$/u.test(cell);

function looksLikeIds(sample: readonly string[][], column: number): boolean {
  return share(sample, column, isId) >= LIKELY;
}

/** Or thousands, which a quantity is not written with either. */
export function hasDecimals(cell: string): boolean {
  return /\p{Nd}[.,]\p{Nd}/u.test(cell);
}

/** Whole numbers, also with a space or an apostrophe between thousands, and none with decimals. */
function looksLikeQuantities(sample: readonly string[][], column: number): boolean {
  if (share(sample, column, hasDecimals) > 0) return false;
  return share(sample, column, (cell) => isId(cell) || parseQuantity(cell).ok) >= LIKELY;
}

const LOOKS: readonly { field: ImportField; like: (cell: string) => boolean }[] = [
  { field: "currency", like: (cell) => /^[A-Z]{3}$/.test(cell) },
  { field: "country", like: (cell) => /^[A-Za-z]{2}$/.test(cell) },
  { field: "name", like: (cell) => /\p{L}{2}/u.test(cell) && cell.length > 3 },
];

function guessByCells(
  columns: readonly number[],
  sample: readonly string[][],
  known: ColumnMapping,
): { found: ColumnMapping; numbers: number[] } {
  const found: ColumnMapping = {};
  const numbers: number[] = [];
  for (const column of columns) {
    const look = LOOKS.find(
      ({ field, like }) =>
        known[field] === undefined &&
        found[field] === undefined &&
        // Beside an id, any text without a name may be a remark.
        (field !== "name" || known.productId === undefined) &&
        share(sample, column, like) >= LIKELY,
    );
    if (look) found[look.field] = column;
    else if (
      share(sample, column, (cell) => /^\D{0,4}\p{Nd}[\p{Nd}\p{Zs}.,'’]*\D{0,4}$/u.test(cell)) >= LIKELY
    ) {
      numbers.push(column);
    }
  }
  return { found, numbers };
}

/** Columns of numbers without a name. */
type NumberColumns = {
  /** What they are guessed to be. */
  found: ColumnMapping;
  /** All but the product's id: those that only an amount can be, and those that can also be a quantity. */
  amounts: number[];
  whole: number[];
};

/** The product id comes first and is long. A column with decimals is the amount; of whole numbers, the quantity comes last. */
function guessNumbers(
  numbers: readonly number[],
  sample: readonly string[][],
  known: ColumnMapping,
): NumberColumns {
  const found: ColumnMapping = {};
  const left = [...numbers];
  const [first] = left;
  if (
    known.productId === undefined &&
    known.name === undefined &&
    first !== undefined &&
    looksLikeIds(sample, first)
  ) {
    found.productId = first;
    left.shift();
  }
  const whole = left.filter((column) => looksLikeQuantities(sample, column));
  const amounts = left.filter((column) => !whole.includes(column));
  const last = whole.at(-1);
  if (known.quantity === undefined && last !== undefined) found.quantity = last;
  const amount = amounts[0] ?? whole.find((column) => column !== found.quantity);
  if (known.amount === undefined && amount !== undefined) found.amount = amount;
  return { found, amounts, whole };
}

function share(sample: readonly string[][], column: number, like: (cell: string) => boolean): number {
  const cells = sample.flatMap((row) => {
    const cell = (row[column] ?? "").trim();
    return cell === "" ? [] : [cell];
  });
  return cells.length === 0 ? 0 : cells.filter(like).length / cells.length;
}

/** The name of a column in spreadsheets. */
export function columnLetters(column: number): string {
  let letters = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}

/** The key under which a table's columns are remembered: its headings, in any spelling. Null for a table without headings. */
export function headSignature(heads: readonly string[] | null): string | null {
  return heads === null ? null : heads.map((head) => fold(head)).join("|");
}
