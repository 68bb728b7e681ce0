/** Of a column's width, what stays blank beside its text: three pixels of a character's seven. */
const BLANK = 3 / 7;
/** Signs that are about half as wide as a digit. */
const SLIM = /[.,:;'’|!()\s-]/g;
/** A number, also with a currency or a unit beside it. */
const NUMBER = /^(?:\p{L}{1,3}\.? ?)?\P{L}*\p{Nd}\P{L}*(?:\p{L}{1,12}\.?)?$/u;

/**
 * The characters that a column has to be wide, so that a text is seen as a whole. Zero for words: that the end of a name is cut off is usual, and
 * seen; what is left of a number reads as another one, if no #### is shown.
 */
export function widthOfShown(text: string): number {
  if (!NUMBER.test(text)) return 0;
  return text.length - (text.match(SLIM)?.length ?? 0) / 2 + BLANK;
}

/** A number with the decimals that its format shows. */
export function withDecimals(number: string, decimals: number): string {
  const [whole = "", fraction = ""] = number.split(".");
  return decimals === 0 ? number : `${whole}.${fraction.padEnd(decimals, "0")}`;
}
