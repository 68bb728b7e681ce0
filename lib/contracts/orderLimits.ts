/** An order's lines, and the different products among them: each product is one call to the service. Without schemas, as pages load it. */
export const MAX_LINES = 10_000;
export const MAX_PRODUCTS = 500;
/** Bytes of a request with a whole draft: as many lines, with long texts. */
export const MAX_DRAFT_BYTES = 4 * 1024 * 1024;
