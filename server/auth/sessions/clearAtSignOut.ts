import "server-only";

/**
 * Clear-Site-Data of an answer that ends the session: removes what pages stored in the browser. Not "cookies": next-auth removes
 * its own, and the browser's device cookie must stay.
 */
export const CLEAR_AT_SIGN_OUT = '"cache", "storage"';
