/** How many references are looked up at once. Without schemas, because pages load it. */
export const MOST_REFERENCES = 200;
/** In characters; no reference is longer. */
export const LONGEST_REFERENCE = 500;
/** How many of them one call looks up at the service. */
export const ASKED_AT_ONCE = 5;
