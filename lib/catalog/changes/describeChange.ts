import type { CatalogChange } from "#lib/contracts/catalog/catalogChanges.ts";
import { changedFields, currencyBefore } from "#lib/contracts/catalog/changeKinds.ts";
import { MINUS } from "#lib/money/minorUnits.ts";
import { inOneForm, numberLocale } from "#lib/text/numberLocale.ts";
import { currentLocale } from "#lib/text/currentLocale.ts";
import { memoize } from "#lib/text/memoize.ts";
import { KIND_WORDS } from "./changeWords.ts";
import { FIELD_NAMES, valueInWords } from "./fieldWords.ts";

export type DescribedChange = {
  /** Set if the product is new, gone or back. */
  offer: { kind: "new" | "gone" | "back"; word: string } | null;
  /** `trend`: by how much a price rose or fell, "+2.5%"; null for anything else. */
  fields: { name: string; before: string; after: string; trend: string | null }[];
};

type Described = Pick<CatalogChange, "kinds" | "before" | "after">;

/** A change in words. Of a product that is new or gone there is nothing to compare. */
export function describeChange({ kinds, before, after }: Described): DescribedChange {
  const kind = (["new", "gone", "back"] as const).find((each) => kinds.includes(each)) ?? null;
  const fields = kind === "new" || kind === "gone" ? [] : changedFields(before);
  return {
    offer: kind === null ? null : { kind, word: KIND_WORDS[kind] },
    fields: fields.map((field) => ({
      name: FIELD_NAMES[field],
      before: valueInWords(field, before[field], currencyBefore({ before, after })),
      after: valueInWords(field, after[field], after.currencyCode),
      trend:
        field === "price" && before.currencyCode === undefined ? trendOf(before.price, after.price) : null,
    })),
  };
}

const percentOf = memoize(
  (locale) =>
    new Intl.NumberFormat(numberLocale(locale), {
      style: "percent",
      maximumFractionDigits: 1,
      signDisplay: "exceptZero",
    }),
);

function trendOf(before: number | null | undefined, after: number | null): string | null {
  if (before === null || before === undefined || before <= 0 || after === null) return null;
  const locale = currentLocale();
  const parts = percentOf(locale)
    .formatToParts((after - before) / before)
    .map(({ type, value }) => (type === "minusSign" ? MINUS : value));
  return `(${inOneForm(parts.join(""), locale)})`;
}
