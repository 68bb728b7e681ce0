import "server-only";
import { configure, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { toStream } from "./toStream.ts";

// The package's limit also counts without workers: an archive that its client does not read on would hold up those of others, and
// one within another could wait for itself.
configure({ useWebWorkers: false, maxWorkers: Number.MAX_SAFE_INTEGER });

/** One file of an archive. Where its size is known, the archive needs no 64-bit headers, which Excel does not read. */
export type ZippedFile = { name: string; content: AsyncIterable<Uint8Array>; size?: number };

/** AES-256. */
const ENCRYPTION_STRENGTH = 3;

/** Writes a zip file piece by piece; with a passphrase, each file in it is encrypted with AES-256. */
export async function* zipFile(
  files: Iterable<ZippedFile>,
  at: Date,
  passphrase?: string,
): AsyncGenerator<Uint8Array, void, void> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const written = writeAll(writable, files, at, passphrase);
  // Awaited below; until then a rejection must not count as unhandled.
  written.catch(() => undefined);
  yield* readable;
  await written;
}

async function writeAll(
  writable: WritableStream<Uint8Array>,
  files: Iterable<ZippedFile>,
  at: Date,
  passphrase: string | undefined,
): Promise<void> {
  try {
    const secret =
      passphrase === undefined ? {} : { password: passphrase, encryptionStrength: ENCRYPTION_STRENGTH as 3 };
    const writer = new ZipWriter(writable, { useWebWorkers: false, lastModDate: at, ...secret });
    for (const { name, content, size } of files) {
      await writer.add(name, {
        readable: toStream(content),
        ...(size === undefined ? {} : { size }),
      });
    }
    await writer.close();
  } catch (error) {
    await writable.abort(error).catch(() => undefined);
    throw error;
  }
}
