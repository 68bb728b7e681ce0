import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { AppError } from "#server/context/errors.ts";
import { answerRefusal } from "./answerRefusal.ts";

/** The most requests of one connection that wait for their answers. Browsers and proxies send the next one after the answer. */
const MOST = 20;

/**
 * Decides whether a request may be handled: not if its connection has sent too many before their answers. One packet holds thousands, and
 * Node handles all of them before anybody else's. Those before are answered, the first one too many is refused, and the connection ends
 * with that; what else it has sent is neither handled nor answered.
 */
export function limitPipelining(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const waiting = new WeakMap<Socket, number>();
  return ({ socket }, response) => {
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MOST) {
      if (count === MOST + 1) {
        response.shouldKeepAlive = false;
        answerRefusal(response, TOO_MANY);
        socket.pause();
      }
      return false;
    }
    response.once("close", () => {
      const left = waiting.get(socket) ?? 1;
      // Once refused, it stays so: the connection ends.
      if (left <= MOST) waiting.set(socket, left - 1);
    });
    return true;
  };
}

const TOO_MANY = new AppError("too-busy", "Wait for the answers to your requests before you send more.", {
  retryAfterSeconds: 1,
});
