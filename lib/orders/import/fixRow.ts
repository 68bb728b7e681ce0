import type { Product } from "#lib/contracts/catalog/product.ts";
import { checkRow, UNDOUBTED, type ImportRow, type RowValues, type RowVerdict } from "./checkRow.ts";
import { IMPORT_FIELDS, type ImportField } from "./columns.ts";
import type { ProductLookup } from "./matchProduct.ts";

/** A row that needed work, as it is now. */
export type FixableRow = { row: ImportRow; cells: readonly string[]; verdict: RowVerdict };

/** What a member typed into a row or chose for it, and accepted of it, each as it was said: nothing else is ever accepted. */
export type RowEdit = {
  values: Partial<RowValues>;
  /** The amount is one of those that were offered (`withAmount`). */
  isOffered: boolean;
  accepted: readonly string[];
};

/** The edit with more values. An id that a member gives replaces a name that was typed before. */
export function withTyped({ values, isOffered, accepted }: RowEdit, more: Partial<RowValues>): RowEdit {
  const { name, ...others } = values;
  const isNamed = name !== undefined && (more.productId ?? "").trim() === "";
  return {
    values: { ...others, ...(isNamed ? { name } : {}), ...more },
    isOffered: isOffered && more.amount === undefined,
    accepted,
  };
}

/** The row as a member left it, after its table was read again. What is said of it in other words than then is said again. */
export function withEdit(
  fixable: FixableRow,
  { values, isOffered, accepted }: RowEdit,
  lookup: ProductLookup,
): FixableRow {
  let row = fixable;
  for (const field of IMPORT_FIELDS) {
    const value = values[field];
    if (value === undefined) continue;
    row =
      field === "amount" && isOffered ? withAmount(row, value, lookup) : withValue(row, field, value, lookup);
  }
  for (const said of accepted) if (rowProblem(row) === said) row = withCellsAccepted(row, lookup);
  return row;
}

/** The row with another value in one field; its original cell no longer counts. */
export function withValue(
  fixable: FixableRow,
  field: ImportField,
  value: string,
  lookup: ProductLookup,
): FixableRow {
  const { [field]: _, ...cellKinds } = fixable.row.cellKinds;
  // An id that a member gives counts, whatever name the row has.
  const others = field === "productId" && value.trim() !== "" ? { name: "" } : {};
  return rechecked(
    { ...fixable.row, values: { ...fixable.row.values, ...others, [field]: value }, cellKinds },
    fixable,
    lookup,
  );
}

/** The row with one of the amounts that were offered, as neutral text: `1.500` is one and a half. */
export function withAmount(fixable: FixableRow, amount: string, lookup: ProductLookup): FixableRow {
  const { row } = withValue(fixable, "amount", amount, lookup);
  const cellKinds = /\.\d{3}$/.test(amount)
    ? { ...row.cellKinds, amount: "three-decimals" as const }
    : row.cellKinds;
  return rechecked({ ...row, cellKinds }, fixable, lookup);
}

/** The row with a product that a member has chosen: from now on its id counts. */
export function withProduct(fixable: FixableRow, product: Product, lookup: ProductLookup): FixableRow {
  return withValue(fixable, "productId", String(product.id), lookup);
}

/**
 * The row after a member has accepted what is said of it: that it has too many cells, or says that it is a sum, for example. Anything else that keeps
 * it from being ready is said then.
 */
export function withCellsAccepted(fixable: FixableRow, lookup: ProductLookup): FixableRow {
  const said = rowProblem(fixable);
  const { row } = fixable;
  const without: ImportRow[] = [
    { ...row, isTooWide: false },
    { ...row, doubt: row.doubt?.next ?? null },
    { ...row, stated: null },
    ...row.markets.map((each) => ({ ...row, markets: row.markets.filter((other) => other !== each) })),
    { ...row, total: null },
  ];
  const next = without
    .map((each) => rechecked(each, fixable, lookup))
    .find((each) => rowProblem(each) !== said);
  return next ?? rechecked({ ...row, ...UNDOUBTED }, fixable, lookup);
}

/** What is said of the row as a whole, which a member can accept. */
export function rowProblem({ verdict }: FixableRow): string | undefined {
  return verdict.ok ? undefined : verdict.problems.row;
}

/** The row as it probably was meant before a comma of its amount split it. */
export function withLikely(fixable: FixableRow, lookup: ProductLookup): FixableRow {
  const { row } = fixable;
  return rechecked({ ...row, values: row.likely ?? row.values, isTooWide: false }, fixable, lookup);
}

/** Checks the row again, for example after the catalog has answered. */
export function rechecked(row: ImportRow, { cells }: FixableRow, lookup: ProductLookup): FixableRow {
  return { row, cells, verdict: checkRow(row, lookup) };
}
