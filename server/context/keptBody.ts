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
const bodies = () => processSingleton("keptBodies", () => new WeakMap<object, WrittenBody | null>());

/**
 * Marks an object that is going to be answered more than once: it is written and compressed once, for as long as it exists. It must
 * never change, and must not be one whose answers are left uncompressed because they contain secrets.
 */
export function keepBody<Body extends object>(body: Body): Body {
  if (!bodies().has(body)) bodies().set(body, null);
  return Object.freeze(body);
}

/** The JSON of an object that is kept, compressed where there is an encoding for it; null for any other object. */
export async function keptText(body: object, encoding: Encoding | null): Promise<string | Compressed | null> {
  const kept = writtenOf(body);
  if (kept === null) return null;
  if (encoding === null) return kept.text;
  kept.compressed[encoding] ??= COMPRESS[encoding](kept.text);
  return kept.compressed[encoding];
}

function writtenOf(body: object): WrittenBody | null {
  const known = bodies().get(body);
  if (known === undefined) return null;
  if (known !== null) return known;
  const made: WrittenBody = { text: JSON.stringify(body), compressed: {} };
  bodies().set(body, made);
  return made;
}
