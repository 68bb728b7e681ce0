import { currentLocale } from "./currentLocale.ts";
import { memoize } from "./memoize.ts";
import { inOneForm, numberLocale } from "./numberLocale.ts";

const formatOf = memoize((locale) => new Intl.NumberFormat(numberLocale(locale)));
const written = memoize((key) => {
  const [locale = "", count] = key.split(" ");
  return inOneForm(formatOf(locale).format(Number(count)), locale);
});

/** `2,400`, or as the reader's locale writes it. */
export function formatCount(count: number): string {
  return written(`${currentLocale()} ${count}`);
}

/** `1 line`, `2,400 lines`. */
export function counted(count: number, one: string, several: string): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
