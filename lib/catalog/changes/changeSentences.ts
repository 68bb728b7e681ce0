import type { CatalogChange } from "#lib/contracts/catalog/catalogChanges.ts";
import {
  changedFields,
  currencyBefore,
  type RecordedField,
  type RecordedFields,
} from "#lib/contracts/catalog/changeKinds.ts";
import { FIELD_NAMES, isAmountField, valueInWords } from "./fieldWords.ts";

/** A part of a sentence: our words, or a value that no browser may translate. */
export type SentencePart = { text: string; isValue: boolean };

const words = (text: string): SentencePart => ({ text, isValue: false });
const value = (text: string): SentencePart => ({ text, isValue: true });

type Described = Pick<CatalogChange, "kinds" | "before" | "after">;

/** What has changed about a product, a sentence for each: “Price of X rose from €10.00 to €10.50”, “X left the catalog”. */
export function changeSentences(change: Described): SentencePart[][] {
  const { kinds, before, after } = change;
  const name = value(after.name);
  if (kinds.includes("gone")) return [[name, words(" left the catalog")]];
  if (kinds.includes("new")) return [[name, words(" came to the catalog")]];
  return [
    ...(kinds.includes("back") ? [[name, words(" is back in the catalog")]] : []),
    ...changedFields(before).map((field) => fieldSentence(field, change)),
  ];
}

function fieldSentence(field: RecordedField, { before, after }: Described): SentencePart[] {
  const currency = currencyBefore({ before, after });
  const [from, to] = [
    value(valueInWords(field, before[field], currency)),
    value(valueInWords(field, after[field], after.currencyCode)),
  ];
  if (field === "name") return [from, words(" is now called "), to];
  return [
    words(`${FIELD_NAMES[field]} of `),
    value(after.name),
    words(` ${direction(field, before, after)} from `),
    from,
    words(" to "),
    to,
  ];
}

/** Amounts of two currencies can't be compared. */
function direction(field: RecordedField, before: Partial<RecordedFields>, after: RecordedFields): string {
  const [from, to] = [before[field], after[field]];
  const isComparable = isAmountField(field) && before.currencyCode === undefined;
  if (!isComparable || typeof from !== "number" || typeof to !== "number") return "changed";
  return to > from ? "rose" : "fell";
}
