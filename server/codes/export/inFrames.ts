import "server-only";
import { frameOf, lastFrame } from "#lib/codes/exportFrames.ts";
import type { ExportSource } from "./exportRows.ts";

/** Passes a file on in frames, each with the number of codes written so far. The last frame is sent only if the file is complete. */
export async function* inFrames(
  file: AsyncIterable<Uint8Array>,
  { count, read }: ExportSource,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of file) if (piece.length > 0) yield frameOf(Math.min(count, read()), piece);
  yield lastFrame(count);
}
