import { currentLocale, withWideSpaces } from "./currentLocale.ts";
import { memoize } from "./memoize.ts";

const formatOf = memoize((locale) => new Intl.NumberFormat(locale));
const written = memoize((key) => {
  const [locale = "", count] = key.split(" ");
  return withWideSpaces(formatOf(locale).format(Number(count)));
});

/** `2,400`, or as the reader's locale writes it. */
export function formatCount(count: number): string {
  return written(`${currentLocale()} ${count}`);
}

/** `1 line`, `2,400 lines`. */
export function counted(count: number, one: string, several: string): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
