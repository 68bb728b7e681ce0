/**
 * What the sandbox lists: the usual products; hostile records before them; the first page for every page; page after page
 * without an end; or the usual products, some of which change from week to week. So a client can be tried against catalogs that a service should never serve.
 */
export const CATALOGS = ["usual", "hostile", "repeating", "endless", "changing"] as const;
export type CatalogName = (typeof CATALOGS)[number];
