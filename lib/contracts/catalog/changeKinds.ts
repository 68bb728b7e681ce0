import type { Product } from "./product.ts";

/** What can change about a product of the catalog. Separate from the contract, so that a page need not load its schemas. */
export const CHANGE_KINDS = [
  "new",
  "gone",
  "back",
  "price",
  "bounds",
  "step",
  "suggested",
  "denomination",
  "currency",
  "country",
  "name",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The fields of a product whose changes are recorded, and the kind of change that each of them is. */
export const RECORDED_FIELDS = {
  name: "name",
  currencyCode: "currency",
  countryCode: "country",
  denomination: "denomination",
  price: "price",
  denominationMinValue: "bounds",
  denominationMaxValue: "bounds",
  denominationStep: "step",
  denominationDefaultValue: "suggested",
} as const satisfies Partial<Record<keyof Product, ChangeKind>>;
export type RecordedField = keyof typeof RECORDED_FIELDS;
export type RecordedFields = Pick<Product, RecordedField>;

/** The currency of the amounts before a change: an amount before another currency was chosen is one in the currency before. */
export function currencyBefore({
  before,
  after,
}: {
  before: Partial<RecordedFields>;
  after: RecordedFields;
}): string | null {
  return before.currencyCode === undefined ? after.currencyCode : before.currencyCode;
}

/** The names of the fields that a set of earlier values has, in the order above. */
export function changedFields(before: Partial<RecordedFields>): RecordedField[] {
  const isRecorded = (name: string): name is RecordedField => Object.hasOwn(before, name);
  return Object.keys(RECORDED_FIELDS).filter(isRecorded);
}
