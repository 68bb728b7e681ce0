import {
  configure,
  Uint8ArrayReader,
  ZipReader,
  type FileEntry,
} from "@zip.js/zip.js/lib/zip-core-native.js";
import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";

// This already runs in a worker, and the content policy allows none from blobs.
configure({ useWebWorkers: false });

const MOST_PARTS = 10_000;
const DAMAGED = "This file is not an XLSX workbook, or it is damaged. Save it again as XLSX or CSV.";
const BOMB =
  "This workbook unpacks to far more than it should hold, so it was not read. Save the table as CSV.";

/** The parts of a workbook by name, unpacked piece by piece within limits (IMPORT_LIMITS). */
export type Archive = {
  names: readonly string[];
  /** Returns false if there is no such part. @throws ImportRefusal if the part is damaged or larger than allowed. */
  read: (name: string, onText: (piece: string) => void) => Promise<boolean>;
};

/** @throws ImportRefusal */
export async function openZip(bytes: Uint8Array): Promise<Archive> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { strictness: "balanced" });
  const parts = new Map<string, FileEntry>();
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (parts.size >= MOST_PARTS) throw new ImportRefusal(BOMB);
      if (!entry.directory) parts.set(entry.filename.toLowerCase(), entry);
    }
  } catch (error) {
    throw error instanceof ImportRefusal ? error : new ImportRefusal(DAMAGED);
  }
  let left = IMPORT_LIMITS.unpackedBytes;
  return {
    names: [...parts.keys()],
    read: async (name, onText) => {
      const entry = parts.get(name.toLowerCase());
      if (!entry) return false;
      let size = 0;
      await unpack(
        entry,
        (count) => {
          size += count;
          left -= count;
          const most = Math.max(IMPORT_LIMITS.ratioFrom, IMPORT_LIMITS.ratio * entry.compressedSize);
          if (left < 0 || size > most) {
            throw new ImportRefusal(BOMB);
          }
        },
        onText,
      );
      return true;
    },
  };
}

async function unpack(
  entry: FileEntry,
  count: (bytes: number) => void,
  onText: (piece: string) => void,
): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let refusal: unknown = null;
  const writable = new WritableStream<Uint8Array>({
    write: (chunk) => {
      try {
        count(chunk.length);
        onText(decoder.decode(chunk, { stream: true }));
      } catch (error) {
        // The library wraps what a stream throws; our own error is kept.
        refusal ??= error;
        throw error;
      }
    },
  });
  try {
    await entry.getData(writable, { checkOverlappingEntry: true, checkCrc32: true });
    onText(decoder.decode());
  } catch (error) {
    const cause = refusal ?? error;
    throw cause instanceof ImportRefusal ? cause : new ImportRefusal(DAMAGED);
  }
}
