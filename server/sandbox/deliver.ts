import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { SandboxEnv } from "./app.ts";
import type { Reply } from "./reply.ts";
import type { Service } from "./service.ts";

/** Sends a reply with the service's Date, or lets its mishap happen on the socket. */
export async function send(c: Context<SandboxEnv>, service: Service, reply: Reply): Promise<Response> {
  const { outgoing, incoming } = c.env;
  const { mishap } = reply;
  const text = JSON.stringify(reply.body);
  const headers = {
    date: new Date(service.clock.now()).toUTCString(),
    "content-type": "application/json; charset=utf-8",
    ...reply.headers,
  };
  switch (mishap?.kind) {
    case undefined:
      return new Response(text, { status: reply.status, headers });
    case "delay":
      await new Promise((resolve) => {
        setTimeout(resolve, mishap.ms);
      });
      return new Response(text, { status: reply.status, headers });
    case "answer":
      // Written by hand: a Response of the platform refuses some of the statuses that a broken proxy sends.
      outgoing.writeHead(mishap.status, { ...headers, ...mishap.headers });
      outgoing.end(mishap.body);
      return RESPONSE_ALREADY_SENT;
    case "reset":
      incoming.socket.resetAndDestroy();
      return RESPONSE_ALREADY_SENT;
    case "truncate":
      outgoing.writeHead(reply.status, { ...headers, "content-length": String(Buffer.byteLength(text)) });
      outgoing.write(text.slice(0, Math.ceil(text.length / 2)), () => incoming.socket.destroy());
      return RESPONSE_ALREADY_SENT;
    case "hang":
      await new Promise((resolve) => {
        incoming.socket.once("close", resolve);
      });
      return RESPONSE_ALREADY_SENT;
  }
}
