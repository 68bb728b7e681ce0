/**
 * What the sandbox lists: the usual products; hostile records before them; the first page for every page; or page after page
 * without an end. So a client can be tried against catalogs that a service should never serve.
 */
export const CATALOGS = ["usual", "hostile", "repeating", "endless"] as const;
export type CatalogName = (typeof CATALOGS)[number];
