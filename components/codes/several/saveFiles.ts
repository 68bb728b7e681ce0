import { downloadFile } from "#components/ui/downloadFile.ts";
import type { ReceivedFile } from "#components/codes/export/receiveFile.ts";

/** Saves files of several orders: a single one as it is, several in one archive. */
export async function saveFiles(files: readonly ReceivedFile[], archive: string): Promise<void> {
  const [first, ...others] = files;
  if (first === undefined) return;
  if (others.length === 0) return downloadFile(first.name, new Blob(first.pieces), first.type);
  // Loaded when there are several.
  const { BlobWriter, configure, ZipWriter } = await import("@zip.js/zip.js/lib/zip-core-native.js");
  // A worker of the package would be refused by the content policy.
  configure({ useWebWorkers: false });
  const writer = new ZipWriter(new BlobWriter("application/zip"), { useWebWorkers: false });
  for (const { name, pieces } of files) await writer.add(name, { readable: new Blob(pieces).stream() });
  downloadFile(archive, await writer.close(), "application/zip");
}
