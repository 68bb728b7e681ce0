import "server-only";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { processSingleton } from "#server/context/processSingleton.ts";

type HeldServer = {
  handlers: RequestListener[];
  held: { request: IncomingMessage; response: ServerResponse }[];
};
type EarlyRequests = { servers: Map<Server, HeldServer>; stop: () => void };

/**
 * Passes on what was held back before there was a guard (scripts/stack/processes/holdEarlyRequests.mjs), and ends holding. Nothing was, if
 * the process was started otherwise.
 * @param prepare is called for each server once it has its handlers back, and for each request.
 */
export function releaseEarlyRequests(prepare: {
  server: (server: Server) => void;
  request: (request: IncomingMessage) => void;
}): void {
  const early = processSingleton("earlyRequests", (): EarlyRequests => ({
    servers: new Map(),
    stop: () => undefined,
  }));
  early.stop();
  for (const [server, { handlers, held }] of early.servers) {
    server.removeAllListeners("request");
    for (const handler of handlers) server.on("request", handler);
    prepare.server(server);
    for (const { request, response } of held) {
      prepare.request(request);
      // Of a client that has left, nothing is to be done.
      if (!response.destroyed) server.emit("request", request, response);
    }
  }
  early.servers.clear();
}
