/**
 * Encodes a reference as one path segment of the dashboard's own addresses (docs/service-interface.md §10.5). Most are simply
 * percent-encoded. Some cannot be used as a segment: URL parsers remove "." and ".." (even as %2E), and some are names of our own
 * routes. Those are prefixed with "~", and so are references that already begin with tildes, so that the encoding is reversible.
 */
const CANNOT_STAND_ALONE =
  /^~*(\.|\.\.|new|drafts?|preflight|templates|counts|facets|tags|views|export|approvals|allowances|suggestions)$/;

export function encodeReference(reference: string): string {
  return CANNOT_STAND_ALONE.test(reference) ? `~${reference}` : encodeURIComponent(reference);
}

/** The opposite of {@link encodeReference}, for a segment that the router has already percent-decoded. */
export function decodeReference(segment: string): string {
  return segment.startsWith("~") && CANNOT_STAND_ALONE.test(segment) ? segment.slice(1) : segment;
}
