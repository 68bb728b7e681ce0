import "server-only";

/** A stream that pulls the next piece only when the reader asks for it, and ends its source when the reader disconnects. */
export function toStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done = false, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    // No piece is made before the reader asks for it.
    { highWaterMark: 0 },
  );
}
