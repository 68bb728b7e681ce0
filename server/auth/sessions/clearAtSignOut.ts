import "server-only";

/**
 * Clear-Site-Data of an answer that ends the session: what pages stored in the browser goes with it. Not "cookies", which next-auth
 * clears itself, and which would also forget this browser's device.
 */
export const CLEAR_AT_SIGN_OUT = '"cache", "storage"';
