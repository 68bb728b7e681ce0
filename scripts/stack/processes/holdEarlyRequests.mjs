// Loaded before the dashboard's server: Next listens before it calls register() in instrumentation.ts, and would answer a request
// that comes in between without the guard in front of it.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Server } from "node:http";

const CHANNEL = "net.server.socket";
const servers = new Map();

/** Keeps the requests of a server, from its first connection on, until the guard takes them (server/http/earlyRequests.ts). */
function hold({ socket: { server } }) {
  if (!(server instanceof Server) || servers.has(server)) return;
  const handlers = server.listeners("request");
  server.removeAllListeners("request");
  const held = [];
  server.on("request", (request, response) => held.push({ request, response }));
  servers.set(server, { handlers, held });
}

subscribe(CHANNEL, hold);
// As processSingleton() names it; a module of the build cannot be imported here.
globalThis[Symbol.for("codedesk.earlyRequests")] = { servers, stop: () => unsubscribe(CHANNEL, hold) };
