/**
 * The most lines of an order, and the most different products among them, each of which costs one call to the service. Without
 * schemas, because pages load it.
 */
export const MAX_LINES = 10_000;
export const MAX_PRODUCTS = 500;
/** The most codes of one line. The service states no such number; a larger one is more likely a slip of the keyboard than an order. */
export const MAX_QUANTITY = 100_000;
/** The most rows of imported tables that a line keeps of those which were merged into it. */
export const MOST_MERGED_ROWS = 1_000;
/** The size in bytes of a request with a whole draft: this many lines with long texts. */
export const MAX_DRAFT_BYTES = 4 * 1024 * 1024;
