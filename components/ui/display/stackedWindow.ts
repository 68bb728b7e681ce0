/** Windows in which the rows of a `StackTable` are stacked fields: those below the `md` of the Tailwind theme. */
export const STACKED_WINDOW = "(max-width: 42.99rem)";
