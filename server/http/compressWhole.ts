import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync, type BrotliOptions } from "node:zlib";
import { acceptedEncoding } from "./acceptedEncoding.ts";
import { overrideMethod } from "./overrideMethod.ts";

/** A shorter page is not worth compressing. */
const FEWEST_BYTES = 1024;
/** A longer page would hold up other requests for more than two milliseconds. */
const MOST_BYTES = 256 * 1024;
/** A page as a document, and as Next's router asks for it. */
const PAGE = /^text\/(?:html|x-component)\b/;

/**
 * Compresses a page that is complete when it ends (gatherWrites) at once and in one piece, without a thread: to wake one and to be
 * woken by it costs more than to compress the page. What comes out of a stream leaves in several packets besides
 * (docs/decisions/0008-next-in-production.md). All else is left to the compression behind this.
 */
export function compressWhole(
  request: IncomingMessage,
  response: ServerResponse,
  brotli: BrotliOptions,
): void {
  const end: (...args: Ended) => ServerResponse = response.end.bind(response);
  overrideMethod(response, "end", (...args: Ended) => {
    const [body] = args;
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    if (encoding === null || !isPage(response) || !isWhole(body)) return end(...args);
    const packed = encoding === "br" ? brotliCompressSync(body, brotli) : gzipSync(body);
    response.setHeader("content-encoding", encoding);
    response.setHeader("content-length", packed.length);
    return end(packed);
  });
}

/** A body and the further arguments of Node's overloads, which are only passed on here. */
type Ended = [body?: unknown, ...rest: never[]];

function isWhole(body: unknown): body is Uint8Array {
  return body instanceof Uint8Array && body.length >= FEWEST_BYTES && body.length <= MOST_BYTES;
}

/** Nothing of the answer was sent yet, and nobody has forbidden to compress it. */
function isPage(response: ServerResponse): boolean {
  return (
    !response.headersSent &&
    !response.hasHeader("content-encoding") &&
    !String(response.getHeader("cache-control")).includes("no-transform") &&
    PAGE.test(String(response.getHeader("content-type")))
  );
}
