const ID = "awaited";
/** How many rows of a list are painted with the frame: with fewer, the others in the window follow in a paint of their own. */
const ROWS_AT_ONCE = 5;

/** The id of a row in a list of `count` rows, if it is the one that the first paint waits for. */
export function awaitedId(index: number, count: number): string | undefined {
  return index === Math.min(ROWS_AT_ONCE, count) - 1 ? ID : undefined;
}

/**
 * Has a browser wait with the first paint of a page until it has come to the row with {@link awaitedId}: the frame and the first
 * rows are painted at once, not one after the other. Works only for elements that are part of a page's first HTML, and is ignored
 * everywhere else (docs/measurements.md#first-paint).
 */
export function FirstPaint() {
  return <link rel="expect" href={`#${ID}`} blocking="render" />;
}

/** Ends the part of a page that is painted at once, on a page without a list. */
export function FirstPaintEnd() {
  return (
    <>
      <FirstPaint />
      {/* A browser goes on as soon as an element begins, so a section itself would be painted without its content. */}
      <span id={ID} hidden />
    </>
  );
}
