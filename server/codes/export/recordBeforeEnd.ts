import "server-only";
import { createHash } from "node:crypto";

export type Seal = {
  /** Called before the last piece leaves: if it fails, the file stays incomplete. */
  finished: (sum: { sha256: string; bytes: number }) => Promise<void>;
  /** Called instead where the reader has gone or something has failed. */
  brokenOff: () => Promise<void>;
};

/** Passes a file on and takes its SHA-256. The last piece leaves only once what was exported is on record. */
export async function* sealed(
  source: AsyncIterable<Uint8Array>,
  { finished, brokenOff }: Seal,
): AsyncGenerator<Uint8Array, void, void> {
  const hash = createHash("sha256");
  let bytes = 0;
  let held: Uint8Array | null = null;
  let isRecorded = false;
  try {
    for await (const piece of source) {
      hash.update(piece);
      bytes += piece.length;
      if (held !== null) yield held;
      held = piece;
    }
    await finished({ sha256: hash.digest("hex"), bytes });
    isRecorded = true;
    if (held !== null) yield held;
  } finally {
    if (!isRecorded) await brokenOff();
  }
}
