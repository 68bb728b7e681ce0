import type { Product } from "#lib/contracts/catalog/product.ts";
import { checkRow, UNDOUBTED, type ImportRow, type RowVerdict } from "./checkRow.ts";
import type { ImportField } from "./columns.ts";
import type { ProductLookup } from "./matchProduct.ts";

/** A row that needed work, as it is now. */
export type FixableRow = { row: ImportRow; cells: readonly string[]; verdict: RowVerdict };

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

function rowProblem({ verdict }: FixableRow): string | undefined {
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
