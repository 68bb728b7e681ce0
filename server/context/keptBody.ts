import "server-only";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { processSingleton } from "./processSingleton.ts";

/** How a browser may be sent a text. */
export type Encoding = "br" | "gzip";

type Compressed = Uint8Array<ArrayBuffer>;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const COMPRESS: Record<Encoding, (text: string) => Promise<Compressed>> = {
  br: (text) => promisify(brotliCompress)(text, BROTLI),
  gzip: promisify(gzip),
};

type WrittenBody = { text: string; compressed: Partial<Record<Encoding, Promise<Compressed>>> };
const bodies = () => processSingleton("keptBodies", () => new WeakMap<object, WrittenBody>());

/** A list of sixty products is 35 kB; what is longer is not worth its place. */
const LONGEST_KEPT = 100_000;

/**
 * Writes an object that is going to be answered more than once: for as long as it exists it is written and compressed once. It must
 * never change, and must not be one whose answers are left uncompressed because they contain secrets.
 * @returns false for one that is too long to be kept.
 */
export function keepBody(body: object): boolean {
  const text = JSON.stringify(body);
  if (text.length > LONGEST_KEPT) return false;
  bodies().set(Object.freeze(body), { text, compressed: {} });
  return true;
}

/** The JSON of an object that is kept, compressed where there is an encoding for it; null for any other object. */
export async function keptText(body: object, encoding: Encoding | null): Promise<string | Compressed | null> {
  const kept = bodies().get(body);
  if (kept === undefined) return null;
  if (encoding === null) return kept.text;
  kept.compressed[encoding] ??= COMPRESS[encoding](kept.text);
  return kept.compressed[encoding];
}
