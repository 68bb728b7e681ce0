import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import { csvCell, csvHead } from "#lib/files/csvCell.ts";
import type { ExportSource } from "./exportRows.ts";

/** Tells spreadsheets the encoding; without it they read the file as windows-1252. */
const BYTE_ORDER_MARK = "\ufeff";
const CHUNK_CHARACTERS = 64 * 1024;

export function* csvFile(source: ExportSource, separator: string): Iterable<string> {
  const line = (cells: readonly string[]) => `${cells.join(separator)}\r\n`;
  yield BYTE_ORDER_MARK + line(source.heads.map((head) => csvHead(head, separator)));
  for (const [number = "", ...cells] of source.rows()) {
    // The number is ours, and the only cell that spreadsheets may read as a number.
    yield line([number, ...cells.map((cell) => csvCell(cell, separator))]);
  }
}

export function* jsonFile(source: ExportSource): Iterable<string> {
  let before = '{"codes": [\n';
  for (const record of source.records()) {
    yield before + JSON.stringify(record);
    before = ",\n";
  }
  yield "\n]}\n";
}

/** Encodes texts in pieces of a useful size. Other work gets its turn between two pieces. */
export async function* encoded(texts: Iterable<string>): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  let collected = "";
  for (const text of texts) {
    collected += text;
    if (collected.length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(collected);
    collected = "";
    await nextTurn();
  }
  if (collected !== "") yield encoder.encode(collected);
}

/** The length of the encoded texts in bytes. */
export async function encodedLength(texts: Iterable<string>): Promise<number> {
  let bytes = 0;
  let since = 0;
  for (const text of texts) {
    const length = Buffer.byteLength(text);
    bytes += length;
    since += length;
    if (since < CHUNK_CHARACTERS) continue;
    since = 0;
    await nextTurn();
  }
  return bytes;
}
