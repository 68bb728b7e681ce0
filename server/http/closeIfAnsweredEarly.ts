import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { endAndLinger } from "./endAndLinger.ts";
import { overrideMethod } from "./overrideMethod.ts";

/**
 * When the answer's headers are written and the body has not arrived, the connection is closed with the answer. Otherwise Node
 * would read the rest of the body only to keep the connection.
 */
export function closeIfAnsweredEarly(request: IncomingMessage, response: ServerResponse): void {
  // A request whose body was read in part only, and left, does not know its connection any more.
  const { socket } = request;
  const writeHead: (...args: never[]) => ServerResponse = response.writeHead.bind(response);
  overrideMethod(response, "writeHead", (...args) => {
    if (!request.complete) {
      response.shouldKeepAlive = false;
      socket.destroySoon = () => endAndLinger(socket);
    }
    return writeHead(...args);
  });
}
