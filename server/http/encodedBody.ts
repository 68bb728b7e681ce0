import "server-only";
import type { ServerResponse } from "node:http";

/** Tells the guard that a route has already encoded its body, because Next drops a route's own Content-Encoding. */
export const ENCODED_HEADER = "x-codedesk-encoding";

/** Sets Content-Encoding for a body that a route has encoded, before the compression checks whether there is anything to compress. */
export function nameEncoding(response: ServerResponse): void {
  const writeHead: (...args: never[]) => ServerResponse = response.writeHead.bind(response);
  // Node calls it for implicit headers too. Defined rather than assigned, because of the overloads, which are only passed on here.
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
