import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { SandboxEnv } from "./bindings.ts";
import type { FaultAction } from "#sandbox/control/faults.ts";
import type { Reply } from "./reply.ts";
import type { Service } from "./service.ts";

/** Sends a reply with the service's Date, or lets its mishap happen on the socket. */
export async function send(c: Context<SandboxEnv>, service: Service, reply: Reply): Promise<Response> {
  const text = JSON.stringify(reply.body);
  const headers = headersOf(reply, service.clock.now());
  const { mishap } = reply;
  if (mishap === undefined) return new Response(text, { status: reply.status, headers });
  switch (mishap.kind) {
    case "headers":
      return new Response(text, { status: reply.status, headers: { ...headers, ...mishap.headers } });
    case "delay":
      await pause(mishap.ms);
      return new Response(text, { status: reply.status, headers });
    default:
      await happen(c.env, mishap, { status: reply.status, text, headers });
      return RESPONSE_ALREADY_SENT;
  }
}

type Answer = { status: number; text: string; headers: Record<string, string> };

/** Mishaps that no Response can express: written on the socket by hand. */
async function happen(
  { incoming, outgoing }: SandboxEnv["Bindings"],
  mishap: Exclude<FaultAction, { kind: "delay" | "headers" }>,
  { status, text, headers }: Answer,
): Promise<void> {
  const announced = { ...headers, "content-length": String(Buffer.byteLength(text)) };
  switch (mishap.kind) {
    case "answer": {
      outgoing.writeHead(mishap.status, { ...headers, ...mishap.headers });
      const bytes = Buffer.from(mishap.bodyBase64 ?? mishap.body, mishap.bodyBase64 ? "base64" : "utf8");
      await pour(outgoing, bytes, mishap.padTo ?? bytes.length);
      outgoing.end();
      return;
    }
    case "reset":
      incoming.socket.resetAndDestroy();
      return;
    case "close":
      incoming.socket.end();
      return;
    case "truncate":
      outgoing.writeHead(status, announced);
      outgoing.write(text.slice(0, Math.ceil(text.length / 2)), () => incoming.socket.destroy());
      return;
    case "drip":
      outgoing.writeHead(status, announced);
      outgoing.flushHeaders();
      for (const byte of Buffer.from(text)) {
        if (outgoing.destroyed) return;
        outgoing.write(Uint8Array.of(byte));
        await pause(mishap.ms);
      }
      outgoing.end();
      return;
    case "hang":
      if (incoming.socket.destroyed) return;
      await new Promise((resolve) => {
        incoming.socket.once("close", resolve);
      });
  }
}

/** Writes the bytes, again and again up to a length, no faster than they are taken. */
async function pour(
  outgoing: SandboxEnv["Bindings"]["outgoing"],
  bytes: Buffer,
  length: number,
): Promise<void> {
  for (let sent = 0; sent < length && bytes.length > 0 && !outgoing.destroyed; sent += bytes.length) {
    const taken = outgoing.write(bytes.subarray(0, length - sent));
    if (taken) continue;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        outgoing.off("drain", go).off("close", go);
        resolve();
      };
      outgoing.on("drain", go).on("close", go);
    });
  }
}

function headersOf(reply: Reply, now: number): Record<string, string> {
  const headers = {
    date: new Date(now).toUTCString(),
    "content-type": "application/json; charset=utf-8",
    // The rest of a body that is too large is not read: nothing can follow it on this connection.
    ...(reply.status === 413 ? { connection: "close" } : {}),
  };
  if (reply.retryAfterSeconds === undefined) return headers;
  const until = new Date(now + reply.retryAfterSeconds * 1_000).toUTCString();
  return {
    ...headers,
    "retry-after": reply.retryAfter === "date" ? until : String(reply.retryAfterSeconds),
  };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
