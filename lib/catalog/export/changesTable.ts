import { AFFECTED_WORDS, KIND_WORDS } from "#lib/catalog/changes/changeWords.ts";
import { FIELD_NAMES, isAmountField } from "#lib/catalog/changes/fieldWords.ts";
import type { CatalogChange } from "#lib/contracts/catalog/catalogChanges.ts";
import {
  changedFields,
  currencyBefore,
  type RecordedField,
  type RecordedFields,
} from "#lib/contracts/catalog/changeKinds.ts";
import { cellText, cellTime, rowsCsv, rowsPlainCsv, rowsSheet, type RowColumn } from "#lib/files/rowTable.ts";
import type { Sheet } from "#lib/files/workbook.ts";
import { amountForFile } from "#lib/money/minorUnits.ts";

type Values = Partial<RecordedFields>;

/** `Price 10.00; Name Orbit`: the fields that changed, with the values of one side. */
function valuesOf({ before }: CatalogChange, values: Values, currency: string | null): string {
  return changedFields(before)
    .map((field) => `${FIELD_NAMES[field]} ${valueOf(field, values, currency)}`)
    .join("; ");
}

function valueOf(field: RecordedField, values: Values, currency: string | null): string {
  const value = values[field] ?? null;
  return isAmountField(field) && typeof value === "number" ? amountForFile(value, currency) : cellText(value);
}

const priceOf = (values: Values, currency: string | null) =>
  values.price === null || values.price === undefined ? "" : amountForFile(values.price, currency);

const COLUMNS: readonly RowColumn<CatalogChange>[] = [
  { head: "Found (UTC)", kind: "text", isOurs: true, width: 22, value: ({ foundAt }) => cellTime(foundAt) },
  { head: "Product ID", kind: "text", isOurs: true, width: 14, value: ({ productId }) => String(productId) },
  { head: "Product", kind: "text", width: 48, value: ({ after }) => after.name },
  {
    head: "Change",
    kind: "text",
    isOurs: true,
    width: 24,
    value: ({ kinds }) => kinds.map((kind) => KIND_WORDS[kind]).join(", "),
  },
  {
    head: "Price before",
    kind: "number",
    width: 14,
    value: (change) => priceOf(change.before, currencyBefore(change)),
  },
  { head: "Price", kind: "number", width: 14, value: ({ after }) => priceOf(after, after.currencyCode) },
  {
    head: "Currency",
    kind: "text",
    isOurs: true,
    width: 10,
    value: ({ after }) => cellText(after.currencyCode),
  },
  {
    head: "Country",
    kind: "text",
    isOurs: true,
    width: 10,
    value: ({ after }) => cellText(after.countryCode),
  },
  {
    head: "Before",
    kind: "text",
    width: 40,
    value: (change) => valuesOf(change, change.before, currencyBefore(change)),
  },
  {
    head: "After",
    kind: "text",
    width: 40,
    value: (change) => valuesOf(change, change.after, change.after.currencyCode),
  },
  {
    head: "Affects",
    kind: "text",
    isOurs: true,
    width: 30,
    value: ({ affects }) => affects.map((thing) => AFFECTED_WORDS[thing]).join(", "),
  },
];

/** The changes as CSV for spreadsheets. */
export function changesCsv(changes: readonly CatalogChange[]): string {
  return rowsCsv(COLUMNS, changes);
}

/** The changes as CSV for programs. */
export function changesPlainCsv(changes: readonly CatalogChange[]): string {
  return rowsPlainCsv(COLUMNS, changes);
}

/** The changes as a worksheet. */
export function changesSheet(changes: readonly CatalogChange[]): Sheet {
  return rowsSheet("Changes", COLUMNS, changes);
}
