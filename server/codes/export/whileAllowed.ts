import "server-only";

/**
 * Passes a file on piece by piece, and stops before the next one once `requireAllowed` refuses. A file may take minutes to read, and
 * its member may lose the right to it meanwhile.
 * @throws what `requireAllowed` throws.
 */
export async function* whileAllowed(
  file: AsyncIterable<Uint8Array>,
  requireAllowed: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of file) {
    await requireAllowed();
    yield piece;
  }
  await requireAllowed();
}
