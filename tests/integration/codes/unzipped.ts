import { BlobReader, configure, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";

configure({ useWebWorkers: false });

/** The files of an archive, with how strongly each is encrypted. */
export async function unzipped(
  bytes: Buffer,
  password?: string,
): Promise<{ name: string; bytes: Buffer; encryption: number | undefined }[]> {
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)])));
  const files = [];
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    const content = await entry.getData(new Uint8ArrayWriter(), password === undefined ? {} : { password });
    files.push({
      name: entry.filename,
      bytes: Buffer.from(content),
      encryption: entry.extraFieldAES?.strength,
    });
  }
  return files;
}
