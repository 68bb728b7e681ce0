/** The columns of the builder's table from `md` on: product, amount, quantity, country, total, remove. */
export const LINE_COLUMNS =
  "md:grid-cols-[minmax(0,1fr)_8rem_4.5rem_3.25rem_7rem_1.75rem] lg:grid-cols-[minmax(0,1fr)_10.5rem_4.5rem_3.25rem_7rem_1.75rem]";
