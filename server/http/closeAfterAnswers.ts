import "server-only";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { SECOND } from "#lib/time/instant.ts";
import { LINGER_MS } from "./endAndLinger.ts";

/** How long a stop waits for bodies that have not arrived as a whole. */
const LATE_BODY_MS = 2 * SECOND;
/** How often it looks for them afterwards: a handler may begin to read its body later. */
const LATE_BODY_AGAIN_MS = SECOND / 4;

/**
 * Lets a server end. Node would wait for connections that ask for nothing, as browsers open them in advance, and for those whose
 * request was answered since.
 */
export function closeAfterAnswers(server: Server): {
  expect: (request: IncomingMessage, response: ServerResponse) => void;
  /** Closes the server, and resolves once its connections are closed: after all answers, and at the latest after this time. */
  stop: (withinMs: number) => Promise<void>;
  /** The requests of a connection that are not answered. */
  openOn: (socket: Socket) => { request: IncomingMessage; response: ServerResponse }[];
} {
  const unanswered = new Map<ServerResponse, { request: IncomingMessage; socket: Socket }>();
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  const closeSoon = () => {
    clearTimeout(timer);
    if (!isStopping || unanswered.size > 0) return;
    // A client that is still sending may have to read the last answer first (lingerOnClose).
    timer = setTimeout(() => server.closeAllConnections(), LINGER_MS).unref();
  };
  const cutOffLateBodies = () => {
    for (const [response, { request, socket }] of unanswered) {
      if (!response.headersSent && isAwaited(request)) socket.destroy();
    }
  };
  return {
    expect: (request, response) => {
      // A request whose body was read in part only, and left, does not know its connection any more.
      unanswered.set(response, { request, socket: request.socket });
      if (isStopping) response.shouldKeepAlive = false;
      closeSoon();
      response.once("close", () => {
        unanswered.delete(response);
        closeSoon();
      });
    },
    openOn: (socket) =>
      [...unanswered]
        .filter(([, asked]) => asked.socket === socket)
        .map(([response, { request }]) => ({ request, response })),
    stop: async (withinMs) => {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const response of unanswered.keys()) response.shouldKeepAlive = false;
      closeSoon();
      let again: NodeJS.Timeout | undefined;
      const late = setTimeout(() => {
        cutOffLateBodies();
        again = setInterval(cutOffLateBodies, LATE_BODY_AGAIN_MS).unref();
      }, LATE_BODY_MS).unref();
      // Otherwise anybody who neither sends nor reads any more could make each stop a failed one.
      const last = setTimeout(() => server.closeAllConnections(), withinMs).unref();
      await closed;
      for (const each of [late, again, last]) clearTimeout(each);
    },
  };
}

/**
 * Whether a handler has read all that has arrived of a body, and waits for the rest. It has done nothing by then that could be lost:
 * routes act only on a whole body. One that has not begun to read may be busy with something else.
 */
function isAwaited(request: IncomingMessage): boolean {
  return !request.complete && request.readableFlowing !== null && request.readableLength === 0;
}
