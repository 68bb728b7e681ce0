import "server-only";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

/** The encodings that the transport asks for; it can also read `deflate`. */
export const ACCEPTED_ENCODINGS = "gzip, br";

const DECODERS = new Map(
  Object.entries({
    gzip: promisify(gunzip),
    "x-gzip": promisify(gunzip),
    deflate: promisify(inflate),
    br: promisify(brotliDecompress),
  }),
);

/** Whether `decodeBody` can read a content encoding. */
export function isReadableEncoding(contentEncoding: string): boolean {
  const encoding = normalised(contentEncoding);
  return encoding === "" || DECODERS.has(encoding);
}

/**
 * Decompresses a whole body. Stops at the first byte beyond `maxBytes`, so that a small answer cannot expand to gigabytes.
 * @throws Error with a message that may be shown.
 */
export async function decodeBody(body: Buffer, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  const decode = DECODERS.get(normalised(contentEncoding));
  if (decode === undefined || body.length === 0) {
    if (body.length > maxBytes) throw tooLarge(maxBytes);
    return body;
  }
  try {
    return await decode(body, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge =
      error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw isTooLarge ? tooLarge(maxBytes) : new Error("the compressed body is broken or cut short");
  }
}

function normalised(contentEncoding: string): string {
  const encoding = contentEncoding.trim().toLowerCase();
  return encoding === "identity" ? "" : encoding;
}

function tooLarge(maxBytes: number): Error {
  return new Error(`the body is larger than ${maxBytes} bytes once decompressed`);
}
