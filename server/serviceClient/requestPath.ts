import "server-only";
import type { ServiceFilter } from "#lib/contracts/catalog/catalog.ts";
import { SERVICE_FILTERS } from "#lib/contracts/catalog/catalog.ts";

/** Unreserved characters (RFC 3986), which need no encoding anywhere in an address. */
const UNRESERVED = /^[A-Za-z0-9\-._~]$/;

/** Percent-encodes all but unreserved characters. Never throws: a lone surrogate becomes U+FFFD. */
function encodeText(text: string): string {
  let encoded = "";
  for (const byte of new TextEncoder().encode(text)) {
    const character = String.fromCodePoint(byte);
    encoded += UNRESERVED.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return encoded;
}

/**
 * The path of an order, with its reference as one segment (docs/service-interface.md §10.5). Anything that normalises addresses
 * would remove "." and "..", so their dots are encoded, and the path is sent unchanged, never through a URL object.
 */
export function orderPath(reference: string): string {
  if (reference === "") throw new RangeError("an empty reference cannot be looked up");
  const segment = /^\.{1,2}$/.test(reference) ? reference.replaceAll(".", "%2E") : encodeText(reference);
  return `/orders/${segment}`;
}

/** @throws RangeError if the id is not a positive integer. */
export function productPath(productId: number): string {
  if (!Number.isSafeInteger(productId) || productId < 1)
    throw new RangeError("a product id is a positive integer");
  return `/catalog/products/${productId}`;
}

/** @throws RangeError if `skip` or `take` is outside what the service allows (docs/service-interface.md §8). */
export function productsPath(
  query: { filters?: Partial<Record<ServiceFilter, string>>; skip: number; take: number },
  filterParams: Record<ServiceFilter, string>,
): string {
  if (!Number.isSafeInteger(query.skip) || query.skip < 0) throw new RangeError("skip must be 0 or more");
  if (!Number.isSafeInteger(query.take) || query.take < 1 || query.take > 100) {
    throw new RangeError("take must be between 1 and 100");
  }
  const parts = [`skip=${query.skip}`, `take=${query.take}`];
  for (const filter of SERVICE_FILTERS) {
    const value = query.filters?.[filter];
    if (value !== undefined && value !== "") {
      parts.push(`${encodeText(filterParams[filter])}=${encodeText(value)}`);
    }
  }
  return `/catalog/products?${parts.join("&")}`;
}
