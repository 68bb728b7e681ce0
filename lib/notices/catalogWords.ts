import { AFFECTED_WORDS, KIND_WORDS } from "#lib/catalog/changes/changeWords.ts";
import { AFFECTED_THINGS } from "#lib/contracts/catalog/changeFilters.ts";
import { CHANGE_KINDS } from "#lib/contracts/catalog/changeKinds.ts";
import type { CatalogSubject, NoticeSubject } from "#lib/contracts/notices/notices.ts";
import { paths } from "#lib/paths.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { dayInWords } from "#lib/time/dayInWords.ts";

/** The changes that affect something of the reader's. */
export const OWN_CHANGES_HREF = paths.catalogChanges(
  AFFECTED_THINGS.map((thing) => `affects=${thing}`).join("&"),
);

/** The changes of some days. */
export function digestHref({ from, to }: NonNullable<CatalogSubject["days"]>): string {
  return paths.catalogChanges(`from=${from}&to=${to}`);
}

export function ownTitle({ catalog }: NoticeSubject): string {
  const products = catalog?.products ?? 1;
  return products === 1
    ? "A product that you use has changed"
    : `${formatCount(products)} products that you use have changed`;
}

export function digestTitle({ catalog }: NoticeSubject): string {
  if (catalog?.days === undefined) return "Daily digest of catalog changes";
  const { products, days } = catalog;
  const when = days.from === days.to ? `on ${dayInWords(days.from)}` : `since ${dayInWords(days.from)}`;
  return `${counted(products, "product", "products")} changed in the catalog ${when}`;
}

/** "Orbit Gift Card: price, country (favourites, drafts)". */
function changeLine({ name, kinds, affects }: CatalogSubject["named"][number]): string {
  const changed = kinds.map((kind) => KIND_WORDS[kind].toLowerCase()).join(", ");
  return `${name}: ${changed} (${affects.map((thing) => AFFECTED_WORDS[thing].toLowerCase()).join(", ")})`;
}

/** The paragraphs of a mail about changes: each of the reader's products, and of a digest how many changed in which way. */
export function catalogParagraphs({ products, kinds, own = products, named }: CatalogSubject): string[] {
  const more = own - named.length;
  const lines = [
    ...(kinds === undefined
      ? []
      : ["Among your favourites, drafts, templates, restock rules or orders that wait for approval:"]),
    ...named.map(changeLine),
    ...(more > 0 ? [`… and ${formatCount(more)} more`] : []),
  ];
  return [
    ...(named.length === 0 ? [] : [lines.join("\n")]),
    ...(kinds === undefined ? [] : [kindsLine(kinds)]),
  ];
}

/** "All changes: price 100, new 15, gone 5". */
function kindsLine(kinds: NonNullable<CatalogSubject["kinds"]>): string {
  const all = CHANGE_KINDS.flatMap((kind) => {
    const count = kinds[kind] ?? 0;
    return count === 0 ? [] : `${KIND_WORDS[kind].toLowerCase()} ${formatCount(count)}`;
  });
  return `All changes: ${all.join(", ")}.`;
}
