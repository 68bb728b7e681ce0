/**
 * The columns of the builder's table: product, amount, quantity, country, total, remove. On a phone two of them, below the name.
 */
export const LINE_COLUMNS =
  "grid-cols-2 md:grid-cols-[minmax(0,1fr)_8rem_4.5rem_3.25rem_6rem_1.75rem] lg:grid-cols-[minmax(0,1fr)_10.5rem_4.5rem_3.25rem_6rem_1.75rem]";
