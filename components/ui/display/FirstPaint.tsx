/** How many rows of a list that begins a page are painted at once: with fewer, the others in the window follow in a paint of their own. */
export const ROWS_AT_ONCE = 5;

/**
 * Has a browser wait with the first paint of a page until it has read the element with the id `upTo`: the frame and the first rows
 * are painted at once, not one after the other. Works only for elements that are part of a page's first HTML, and is ignored
 * everywhere else (docs/decisions/0008-next-in-production.md#first-paint).
 */
export function FirstPaint({ upTo }: { upTo: string }) {
  return <link rel="expect" href={`#${upTo}`} blocking="render" />;
}
