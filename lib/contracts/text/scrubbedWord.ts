/**
 * The document of the interface has "the service" in place of some words, including the name of the field with the count ordered
 * (docs/service-interface.md §12). A service that follows it to the letter uses this as a key.
 */
export const SCRUBBED_WORD = "the service";
