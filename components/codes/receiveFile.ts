/** How far an export is. `codes` is counted where the file has a line for each; null in archives. */
export type Progress = { bytes: number; codes: number | null; total: number };
export type ReceivedFile = { name: string; pieces: Uint8Array<ArrayBuffer>[]; type: string; total: number };

const LINE_FEED = 10;

/** Reads a file as it arrives. It is held in this page's memory only, until it is saved. */
export async function receiveFile(
  response: Response,
  hasLines: boolean,
  onProgress: (progress: Progress) => void,
): Promise<ReceivedFile> {
  const total = Number(response.headers.get("x-codedesk-codes") ?? 0);
  const disposition = response.headers.get("content-disposition") ?? "";
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let lines = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    const piece = new Uint8Array(read.value);
    pieces.push(piece);
    bytes += piece.length;
    if (hasLines) for (const byte of piece) if (byte === LINE_FEED) lines += 1;
    // The first line is the head.
    onProgress({ bytes, codes: hasLines ? Math.min(total, Math.max(0, lines - 1)) : null, total });
  }
  return {
    name: /filename="([^"]+)"/.exec(disposition)?.[1] ?? "codes",
    type: response.headers.get("content-type") ?? "application/octet-stream",
    pieces,
    total,
  };
}
