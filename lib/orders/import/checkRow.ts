import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { checkAmount } from "#lib/catalog/denominations/denomination.ts";
import { exponentOf } from "#lib/money/currencies.ts";
import { bareAmount, formatAmount, parseAmount, toMajorText } from "#lib/money/minorUnits.ts";
import { checkDraftLine, type DraftProduct } from "#lib/orders/drafts/draftLine.ts";
import { parseQuantity } from "#lib/orders/drafts/draftQuantity.ts";
import {
  IMPORT_FIELDS,
  FIELD_LABELS,
  FIELD_LENGTHS,
  type ColumnMapping,
  type ImportField,
} from "./columns.ts";
import { fold } from "#lib/catalog/filters/fold.ts";
import { describeOtherCountry } from "#lib/catalog/filters/countryText.ts";
import { nameInvisible } from "#lib/text/invisible.ts";
import type { RowPrints } from "#lib/orders/references/importedLineId.ts";
import { withoutApostrophe, withoutTextFormula } from "#lib/text/formula.ts";
import type { CellKind, TableRow } from "#lib/orders/import/table/importTable.ts";
import { otherNameMessage } from "./otherName.ts";
import { kindMessage } from "./cellKinds.ts";
import { otherMarketProblem, type SaidMarket } from "./otherMarket.ts";
import type { RowDoubt } from "./rowDoubts.ts";
import { totalProblem, type RowTotal } from "./rowTotal.ts";
import { statedProblem, type StatedCurrency } from "./statedCurrency.ts";
import {
  isRestOfNumber,
  isTooWide,
  tooWideMessage,
  withJoinedAmount,
  type TableWidth,
} from "./tableWidth.ts";
import {
  matchByName,
  nameKey,
  readProductId,
  sameText,
  withoutNumbers,
  type MatchedProduct,
  type NameQuestion,
  type ProductLookup,
} from "./matchProduct.ts";

/** The cells of one row by field, as text; a field without a column is empty. */
export type RowValues = Record<ImportField, string>;

/** A row of the table, read with its column mapping. */
export type ImportRow = {
  row: number;
  values: RowValues;
  cellKinds: Partial<Record<ImportField, CellKind>>;
  /** There is a cell beyond the last column: the row was split in the wrong places. */
  isTooWide: boolean;
  /** What another cell says that keeps it from being a row like the others, such as "Subtotal"; or that it is below other headings. */
  doubt: RowDoubt | null;
  /** What the row costs by a column of its own; null: none says so, or a member has accepted the row. */
  total: RowTotal | null;
  /** The currency of the table's amounts by its titles or headings; null as above. */
  stated: StatedCurrency | null;
  /** The currencies and countries that other cells name; none once a member has accepted the row. */
  markets: readonly SaidMarket[];
  /** By which the row is recognised if it is imported again. */
  prints: RowPrints;
  /** What such a row means if a comma of its amount split it; null: it is not known. */
  likely: RowValues | null;
};

/** A row of which nothing in the table says that it may be something else, or of which a member has accepted what does. */
export const UNDOUBTED = {
  isTooWide: false,
  doubt: null,
  total: null,
  stated: null,
  markets: [],
} as const satisfies Partial<ImportRow>;

/** A line for the draft, without what it gets when it is added. */
export type ImportedLine = Omit<TypedLine, "id" | "rows">;

type Problems = Partial<Record<ImportField | "row", string>>;

export type RowVerdict =
  | { ok: true; line: ImportedLine; product: DraftProduct; total: number }
  | {
      ok: false;
      /** The problems that keep the row from being ordered, by field; `row` for the row as a whole. */
      problems: Problems;
      /** Products to choose from. */
      candidates: readonly Product[];
      /** Valid amounts near the given one, in minor units of `currency`. */
      nearest: readonly number[];
      currency: string | null;
    };

/** Reads a row; `separated` is null for a workbook, whose rows may be as wide as they like. */
export function rowOf(
  given: TableRow,
  mapping: ColumnMapping,
  separated: { width: TableWidth; separator: string | null } | null,
): Omit<ImportRow, "prints"> {
  const { row, cells, cellKinds = {} } = given;
  const fieldKinds: ImportRow["cellKinds"] = {};
  for (const field of IMPORT_FIELDS) {
    const kind = cellKinds[mapping[field] ?? -1];
    if (kind !== undefined) fieldKinds[field] = kind;
  }
  const tooWide = separated !== null && isTooWide(given, separated.width);
  const joined = tooWide ? withJoinedAmount(given, separated.width, mapping, separated.separator) : null;
  return {
    row,
    values: valuesOf(cells, mapping),
    cellKinds: fieldKinds,
    ...UNDOUBTED,
    isTooWide: tooWide,
    likely: joined === null ? null : valuesOf(joined, mapping),
  };
}

function valuesOf(cells: readonly string[], mapping: ColumnMapping): RowValues {
  // A table without quantities is a list of products, each ordered once.
  const values: RowValues = { productId: "", name: "", amount: "", quantity: "1", country: "", currency: "" };
  for (const field of IMPORT_FIELDS) {
    const column = mapping[field];
    if (column === undefined) continue;
    const cell = withoutApostrophe((cells[column] ?? "").trimStart()).trim();
    values[field] = withoutTextFormula(cell).trim();
  }
  return values;
}

/** What a member types into a field of a row may be blank or surrounded by spaces. */
function trimmed({ productId, name, amount, quantity, country, currency }: RowValues): RowValues {
  return {
    productId: productId.trim(),
    name: name.trim(),
    amount: amount.trim(),
    quantity: quantity.trim(),
    country: country.trim(),
    currency: currency.trim(),
  };
}

type CatalogQuestion = { id: number } | NameQuestion;

/**
 * All that the row asks: of a name with numbers also the name without them, to see which countries it is sold for; beside an id
 * also the name, which may be another product's.
 */
export function questionsOf(row: Pick<ImportRow, "values">): CatalogQuestion[] {
  const question = questionOf(row);
  if (question === null) return [];
  if ("id" in question) {
    const beside = nameBesideId(row.values);
    return beside === null ? [question] : [question, beside];
  }
  const unnumbered = withoutNumbers(question);
  return unnumbered === null ? [question] : [question, unnumbered];
}

function nameBesideId({ productId, name }: RowValues): NameQuestion | null {
  return productId.trim() === "" || fold(name) === "" ? null : { name: name.trim(), country: "" };
}

function questionOf(row: Pick<ImportRow, "values">): CatalogQuestion | null {
  const values = trimmed(row.values);
  const text = values.productId === "" ? values.name : values.productId;
  if (text === "") return null;
  const id = readProductId(text);
  return id === null ? { name: text, country: values.country } : { id };
}

/** Checks one row by the rules that the builder and the server apply to a line. */
export function checkRow(given: ImportRow, lookup: ProductLookup): RowVerdict {
  const verdict = judgeRow(given, lookup);
  return verdict.ok ? verdict : { ...verdict, problems: withInvisibleNamed(verdict.problems, given.values) };
}

/** Nobody finds out why a cell is refused that looks right. */
function withInvisibleNamed(problems: Problems, values: RowValues): Problems {
  const named = { ...problems };
  for (const field of IMPORT_FIELDS) {
    const signs = nameInvisible(values[field]);
    const message = problems[field];
    if (signs === null || message === undefined) continue;
    named[field] = `${message} The cell holds characters that nobody sees: ${signs}. Enter it again.`;
  }
  return named;
}

function judgeRow(given: ImportRow, lookup: ProductLookup): RowVerdict {
  const row = { ...given, values: trimmed(given.values) };
  const problems = unreadable(row);
  if (Object.keys(problems).length > 0) return refused(problems);
  const found = findProduct(row, lookup);
  if (!found.ok) {
    const quantity = parseQuantity(row.values.quantity);
    const others = quantity.ok ? {} : { quantity: quantity.message };
    return refused({ [fieldOfProduct(row)]: found.message, ...others }, found.candidates);
  }
  const { product } = found;
  const { values } = row;
  const amount = amountText(row, product);
  const country = product.countryCode ?? values.country;
  const otherCountry = countryProblem(product, values.country);
  if (otherCountry !== null) problems.country = otherCountry;
  const otherCurrency = currencyProblem(product, values.currency);
  if (otherCurrency !== null) problems.currency = otherCurrency;
  const cell = cellProblem(product, amount, row.cellKinds.amount);
  if (cell !== null) problems.amount = cell.message;
  const ofStated = statedProblem(row.stated, values.currency, product.currencyCode);
  if (ofStated !== null) problems.row = ofStated;
  const ofMarket = otherMarketProblem(row.markets, product, values.amount);
  if (ofMarket !== null) problems.row ??= ofMarket;
  const line = { productId: product.id, amount, quantity: values.quantity, countryCode: country };
  const verdict = checkDraftLine(line, product);
  if (verdict.problems.product) problems[fieldOfProduct(row)] = verdict.problems.product;
  if (verdict.problems.amount) problems.amount ??= verdict.problems.amount;
  const allowance = lookup.allowances?.get(product.id);
  if (verdict.problems.quantity) problems.quantity = verdict.problems.quantity;
  else if (isRestOfNumber(values.quantity)) problems.quantity = "Enter the quantity without zeros before it.";
  else if (allowance && (verdict.quantity ?? 0) > allowance.left) problems.quantity = allowance.reason;
  const ofTotal = totalProblem(row.total, verdict.total, product.currencyCode);
  if (ofTotal !== null) problems.row ??= ofTotal;
  if (
    Object.keys(problems).length > 0 ||
    verdict.price === null ||
    product.currencyCode === null ||
    verdict.quantity === null ||
    verdict.total === null
  ) {
    const near = cell?.readings ?? verdict.nearest;
    const nearest = problems.amount === undefined ? [] : nearestOf(product, near);
    return refused(problems, [], nearest, product.currencyCode);
  }
  return {
    ok: true,
    line: {
      ...line,
      amount: toMajorText(verdict.price, product.currencyCode),
      quantity: String(verdict.quantity),
    },
    product,
    total: verdict.total,
  };
}

function countryProblem({ countryCode }: Product, typed: string): string | null {
  const other = typed === "" ? null : describeOtherCountry(typed, countryCode);
  if (other !== null) return other;
  // No country's name has a digit or such a sign; what a download of ours says of a date or an error has.
  const isCountry = countryCode !== null || (typed.length <= 20 && !/[\p{Nd}#()]/u.test(typed));
  return isCountry ? null : "Enter the country's code, such as DE.";
}

function currencyProblem({ currencyCode }: Product, typed: string): string | null {
  const isOther = typed !== "" && currencyCode !== null && !sameText(typed, currencyCode);
  return isOther ? `This product is priced in ${currencyCode}, not in ${typed}.` : null;
}

/** The amounts offered as buttons; for a fixed product its price. */
function nearestOf(product: Product, nearest: readonly number[]): readonly number[] {
  if (product.denomination === "open") return nearest;
  return product.price === null ? [] : [product.price];
}

/**
 * Cells are quoted as they are, not with the separators of the reader's locale. An amount given for a fixed product must be its
 * price, so that nobody pays another price without being asked.
 */
function cellProblem(
  product: Product,
  text: string,
  kind: CellKind | undefined,
): { message: string; readings?: readonly number[] } | null {
  if (text === "") return null;
  const { currencyCode } = product;
  const parsed = parseAmount(text, currencyCode);
  if (!parsed.ok) return { message: parsed.message };
  const unlike = checkAmount(product, parsed.minor);
  if (unlike !== null) return { message: unlike.message };
  // The price of a fixed product says what is meant.
  if (product.denomination === "fixed") return null;
  if (isRestOfNumber(text)) return { message: "Enter the amount without zeros before it." };
  const thousand = kind === "three-decimals" ? null : asThousand(text, currencyCode);
  if (thousand === null) return null;
  const readings = [parsed.minor, thousand];
  const [one = "", other = ""] = readings.map((minor) => formatAmount(minor, currencyCode));
  return {
    message: `“${text}” can mean ${one} or ${other}. Choose one.`,
    readings: readings.filter((minor) => checkAmount(product, minor) === null),
  };
}

/**
 * What `25.000` of a currency with three decimals means where the point separates thousands. In a field, that is the form in which we
 * show amounts; a table comes from anywhere. Null: the text is clear.
 */
function asThousand(text: string, currency: string | null): number | null {
  if (exponentOf(currency) !== 3) return null;
  const bare = bareAmount(text, currency) ?? "";
  const parsed = /^[1-9]\d{0,2}\.\d{3}$/.test(bare) ? parseAmount(bare.replace(".", ""), currency) : null;
  return parsed?.ok === true ? parsed.minor : null;
}

/** A spreadsheet's number with three decimals cannot mean a thousand, as the same text could; an additional digit makes that clear. */
function amountText({ values, cellKinds }: ImportRow, product: Product): string {
  const plain = cellKinds.amount === "three-decimals" && exponentOf(product.currencyCode) !== 3;
  return plain ? `${values.amount}0` : values.amount;
}

function fieldOfProduct({ values }: ImportRow): "productId" | "name" {
  return values.productId === "" && values.name !== "" ? "name" : "productId";
}

function unreadable({ values, cellKinds, isTooWide: tooWide, doubt, likely }: ImportRow): Problems {
  const problems: Problems = {};
  if (doubt !== null) problems.row = doubt.text;
  if (tooWide) problems.row = tooWideMessage(likely);
  for (const field of IMPORT_FIELDS) {
    const kind = cellKinds[field];
    const message = kindMessage(kind, field);
    if (message !== undefined) problems[field] = message;
    else if (values[field].length > FIELD_LENGTHS[field]) {
      problems[field] = `${FIELD_LABELS[field]}: at most ${FIELD_LENGTHS[field]} characters.`;
    } else if (values[field].includes("\0") || !values[field].isWellFormed()) {
      problems[field] = `${FIELD_LABELS[field]}: remove the character that can't be stored.`;
    }
  }
  return problems;
}

function findProduct(row: ImportRow, lookup: ProductLookup): MatchedProduct {
  const question = questionOf(row);
  if (question === null) return { ok: false, message: "Enter a product's ID or name.", candidates: [] };
  if ("id" in question) {
    const product = lookup.byId.get(question.id);
    const message = `Product ${question.id} is not in your catalog. Enter another ID.`;
    if (product === undefined) return { ok: false, message, candidates: [] };
    const beside = nameBesideId(row.values);
    const named = beside === null ? undefined : lookup.byName.get(nameKey(beside));
    const other = otherNameMessage(row.values, product, named);
    return other === null ? { ok: true, product } : { ok: false, message: other, candidates: [product] };
  }
  const unnumbered = withoutNumbers(question);
  return matchByName(
    { ...row.values, name: question.name },
    lookup.byName.get(nameKey(question)),
    unnumbered === null ? undefined : lookup.byName.get(nameKey(unnumbered)),
  );
}

function refused(
  problems: Problems,
  candidates: readonly Product[] = [],
  nearest: readonly number[] = [],
  currency: string | null = null,
): RowVerdict {
  return { ok: false, problems, candidates, nearest, currency };
}
