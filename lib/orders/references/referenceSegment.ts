/**
 * A reference as one path segment of the dashboard's own addresses (docs/service-interface.md §10.5). Most are simply
 * encoded. A few words cannot stand there: URL parsers fold "." and ".." away (even as %2E), and some are
 * names of our own routes. Those get a "~" in front, and so do they with tildes already, to stay reversible.
 */
const CANNOT_STAND_ALONE = /^~*(\.|\.\.|new|drafts?|preflight|templates|counts|facets|tags|views|export)$/;

export function encodeReference(reference: string): string {
  return CANNOT_STAND_ALONE.test(reference) ? `~${reference}` : encodeURIComponent(reference);
}

/** The opposite of {@link encodeReference}, for a segment that the router has already percent-decoded. */
export function decodeReference(segment: string): string {
  return segment.startsWith("~") && CANNOT_STAND_ALONE.test(segment) ? segment.slice(1) : segment;
}
