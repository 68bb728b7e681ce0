import "server-only";
import type { ServerResponse } from "node:http";
import { overrideMethod } from "./overrideMethod.ts";

/** Tells the guard that a route has already encoded its body, because Next drops a route's own Content-Encoding. */
export const ENCODED_HEADER = "x-codedesk-encoding";

/** Sets Content-Encoding for a body that a route has encoded, before the compression checks whether there is anything to compress. */
export function nameEncoding(response: ServerResponse): void {
  const writeHead: (...args: never[]) => ServerResponse = response.writeHead.bind(response);
  overrideMethod(response, "writeHead", (...args) => {
    const encoding = response.getHeader(ENCODED_HEADER);
    if (encoding !== undefined) {
      response.removeHeader(ENCODED_HEADER);
      response.setHeader("content-encoding", encoding);
    }
    return writeHead(...args);
  });
}
