/**
 * The document of the interface has "the service" where it replaced words, also as the name of the field with the count ordered
 * (docs/service-interface.md §12). A service that follows it to the letter uses this as a key.
 */
export const SCRUBBED_WORD = "the service";
