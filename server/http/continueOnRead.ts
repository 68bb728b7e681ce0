import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Asks a client that waits for `100 Continue` for its body once the body is read, and not at once as Node does: a client that is
 * refused before need not send it (RFC 9110 §10.1.1). Node closes the connection with such a refusal.
 */
export function continueOnRead(request: IncomingMessage, response: ServerResponse): void {
  // What a stream implements to be read, by documented name. Not called for a body that has arrived already.
  // oxlint-disable-next-line eslint/no-underscore-dangle
  const read = request._read.bind(request);
  let isAsked = false;
  const askFirst = (size: number) => {
    // After the answer, Node reads what has arrived of the body only to discard it.
    if (!isAsked && !response.headersSent) response.writeContinue();
    isAsked = true;
    read(size);
  };
  Object.defineProperty(request, "_read", { value: askFirst });
}
