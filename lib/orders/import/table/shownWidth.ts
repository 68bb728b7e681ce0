/** Signs that are about half as wide as a digit. */
const SLIM = /[.,:;'’|!()\s-]/g;
/** A number, also with a currency or a unit beside it. */
const NUMBER = /^(?:\p{L}{1,3}\.? ?)?\P{L}*\p{Nd}\P{L}*(?:\p{L}{1,12}\.?)?$/u;

/**
 * The digits that have to fit in a cell, so that a number is seen as a whole. Zero for words: that the end of a name is cut off is usual, and
 * seen; what is left of a number reads as another one.
 */
export function shownWidth(text: string): number {
  return NUMBER.test(text) ? text.length - (text.match(SLIM)?.length ?? 0) / 2 : 0;
}
