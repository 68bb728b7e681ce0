import "server-only";
import { createHash } from "node:crypto";
import { openExports } from "./openExports.ts";

export type ExportRecord = {
  /** Records the complete file before its last piece is sent. If it throws, the file stays incomplete. */
  finished: (sum: { sha256: string; bytes: number }) => Promise<void>;
  /**
   * Called instead when the client disconnects, the process stops or something fails.
   * @param isBegun whether any of the file may have been sent. If not, none of it will be.
   */
  interrupted: (isBegun: boolean) => Promise<void>;
};

/**
 * Passes a file on piece by piece and computes its SHA-256. The last piece is sent only after `finished` has recorded the export. Its
 * end is recorded once; after `interrupted`, nothing more is sent.
 * @param gone aborts when the client disconnects. If that is before the first piece, nobody reads the file, nor ends its reading.
 * @param failed is told why `interrupted` failed when nobody reads the file.
 */
export function recordBeforeEnd(
  source: AsyncIterable<Uint8Array>,
  record: ExportRecord,
  { gone, failed }: { gone: AbortSignal | undefined; failed: (error: unknown) => void },
): AsyncGenerator<Uint8Array, void, void> {
  let end: Promise<void> | null = null;
  let isBegun = false;
  const endBy = (write: () => Promise<void>) =>
    (end ??= write().finally(() => {
      openExports().delete(open);
    }));
  const interrupt = () => endBy(() => record.interrupted(isBegun));
  const open = { interrupt: () => interrupt().catch(failed) };
  openExports().add(open);
  if (gone?.aborted === true) void open.interrupt();
  else gone?.addEventListener("abort", () => void open.interrupt(), { once: true });
  const finish = (sum: { sha256: string; bytes: number }) =>
    endBy(async () => {
      try {
        await record.finished(sum);
      } catch (error) {
        await record.interrupted(isBegun);
        throw error;
      }
    });
  const requireOpen = () => {
    gone?.throwIfAborted();
    if (end !== null) throw new Error("The export was interrupted");
  };
  const begin = () => void (isBegun = true);
  return recorded(source, { requireOpen, begin, finish, interrupt });
}

async function* recorded(
  source: AsyncIterable<Uint8Array>,
  {
    requireOpen,
    begin,
    finish,
    interrupt,
  }: {
    requireOpen: () => void;
    begin: () => void;
    finish: (sum: { sha256: string; bytes: number }) => Promise<void>;
    interrupt: () => Promise<void>;
  },
): AsyncGenerator<Uint8Array, void, void> {
  const hash = createHash("sha256");
  let bytes = 0;
  let previous: Uint8Array | null = null;
  try {
    requireOpen();
    for await (const piece of source) {
      hash.update(piece);
      bytes += piece.length;
      requireOpen();
      if (previous !== null) {
        begin();
        yield previous;
      }
      previous = piece;
    }
    requireOpen();
    await finish({ sha256: hash.digest("hex"), bytes });
    if (previous !== null) yield previous;
  } finally {
    await interrupt();
  }
}
