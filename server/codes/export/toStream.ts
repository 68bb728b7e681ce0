import "server-only";

/** A stream that makes the next piece when somebody reads it, and ends its source when nobody does any more. */
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
    // Nothing is made ahead of its reader.
    { highWaterMark: 0 },
  );
}
