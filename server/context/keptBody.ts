import "server-only";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { processSingleton } from "./processSingleton.ts";

/** The encodings in which a text can be sent to a browser. */
export type Encoding = "br" | "gzip";

type Compressed = Uint8Array<ArrayBuffer>;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const COMPRESS: Record<Encoding, (text: string) => Promise<Compressed>> = {
  br: (text) => promisify(brotliCompress)(text, BROTLI),
  gzip: promisify(gzip),
};

type WrittenBody = { text: string; compressed: Partial<Record<Encoding, Promise<Compressed>>> };
const bodies = () => processSingleton("keptBodies", () => new WeakMap<object, WrittenBody>());

/** A list of sixty products has 35 kB; longer bodies are not worth the memory. */
const LONGEST_KEPT = 100_000;

/**
 * Caches the serialised and compressed form of an object that will be answered more than once, for as long as the object exists.
 * It must never change, and must not be a body that is left uncompressed because it contains secrets.
 * @returns false for a body that is too long to be cached.
 */
export function keepBody(body: object): boolean {
  const text = JSON.stringify(body);
  if (text.length > LONGEST_KEPT) return false;
  bodies().set(Object.freeze(body), { text, compressed: {} });
  return true;
}

/** The JSON of a cached object, compressed if there is an encoding for it; null for any other object. */
export async function keptText(body: object, encoding: Encoding | null): Promise<string | Compressed | null> {
  const kept = bodies().get(body);
  if (kept === undefined) return null;
  if (encoding === null) return kept.text;
  kept.compressed[encoding] ??= COMPRESS[encoding](kept.text);
  return kept.compressed[encoding];
}
