import "server-only";
import { createHash } from "node:crypto";

export type ExportRecord = {
  /** Records the complete file before its last piece is sent. If it throws, the file stays incomplete. */
  finished: (sum: { sha256: string; bytes: number }) => Promise<void>;
  /** Called instead when the client disconnects or something fails. */
  interrupted: () => Promise<void>;
};

/**
 * Passes a file on piece by piece and computes its SHA-256. The last piece is sent only after `finished` has recorded the export.
 * @param gone aborts when the client disconnects. Nobody reads the file if that is before the first piece, nor ends its reading.
 * @param failed is told why `interrupted` failed then.
 */
export function recordBeforeEnd(
  source: AsyncIterable<Uint8Array>,
  record: ExportRecord,
  { gone, failed }: { gone: AbortSignal | undefined; failed: (error: unknown) => void },
): AsyncGenerator<Uint8Array, void, void> {
  let isBegun = false;
  const leave = () => {
    if (!isBegun) void record.interrupted().catch(failed);
  };
  if (gone?.aborted === true) leave();
  else gone?.addEventListener("abort", leave, { once: true });
  async function* read() {
    gone?.throwIfAborted();
    isBegun = true;
    yield* recorded(source, record);
  }
  return read();
}

async function* recorded(
  source: AsyncIterable<Uint8Array>,
  { finished, interrupted }: ExportRecord,
): AsyncGenerator<Uint8Array, void, void> {
  const hash = createHash("sha256");
  let bytes = 0;
  let previous: Uint8Array | null = null;
  let isRecorded = false;
  try {
    for await (const piece of source) {
      hash.update(piece);
      bytes += piece.length;
      if (previous !== null) yield previous;
      previous = piece;
    }
    await finished({ sha256: hash.digest("hex"), bytes });
    isRecorded = true;
    if (previous !== null) yield previous;
  } finally {
    if (!isRecorded) await interrupted();
  }
}
