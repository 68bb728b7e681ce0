/** The columns of the builder's table from `md` on: product, amount, quantity, country, total, remove. */
export const LINE_COLUMNS = "md:grid-cols-[minmax(0,1fr)_9rem_6rem_5rem_7.5rem_1.75rem]";
