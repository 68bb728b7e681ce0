import "server-only";
import type { ServerResponse } from "node:http";

/** How a route says that a body is encoded already: Next drops a route's own Content-Encoding. Only the guard reads it. */
export const ENCODED_HEADER = "x-codedesk-encoding";

/** Tells browsers how an answer's body is encoded, before the compression looks whether there is something left to compress. */
export function nameEncoding(response: ServerResponse): void {
  const writeHead: (...args: never[]) => ServerResponse = response.writeHead.bind(response);
  // Node calls it for implicit heads too. Defined, not assigned: it has overloads that only pass through here.
  Object.defineProperty(response, "writeHead", {
    writable: true,
    configurable: true,
    value: (...args: never[]) => {
      const encoding = response.getHeader(ENCODED_HEADER);
      if (encoding !== undefined) {
        response.removeHeader(ENCODED_HEADER);
        response.setHeader("content-encoding", encoding);
      }
      return writeHead(...args);
    },
  });
}
