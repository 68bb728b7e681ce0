import { HOUR } from "./instant.ts";

/** A wait longer than this can be a mistake of the service or of a proxy: whoever changes the settings may try one call. */
export const LONG_WAIT = HOUR;
