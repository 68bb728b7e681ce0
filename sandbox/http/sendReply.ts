import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { SandboxEnv } from "./bindings.ts";
import type { FaultAction } from "./faults.ts";
import type { Reply } from "./reply.ts";

/** Sends a reply with the service's time in its Date header (`now`), or plays its fault on the socket. */
export async function sendReply(c: Context<SandboxEnv>, now: number, reply: Reply): Promise<Response> {
  const text = JSON.stringify(reply.body);
  const headers = headersOf(reply, now);
  const { fault } = reply;
  if (fault === undefined) return new Response(text, { status: reply.status, headers });
  switch (fault.kind) {
    case "headers":
      return new Response(text, { status: reply.status, headers: { ...headers, ...fault.headers } });
    case "delay":
      await pause(fault.ms);
      return new Response(text, { status: reply.status, headers });
    default:
      await playFault(c.env, fault, { status: reply.status, text, headers });
      return RESPONSE_ALREADY_SENT;
  }
}

type Answer = { status: number; text: string; headers: Record<string, string> };

/** Plays a fault that no Response can express, by writing to the socket. */
async function playFault(
  { incoming, outgoing }: SandboxEnv["Bindings"],
  fault: Exclude<FaultAction, { kind: "delay" | "headers" }>,
  { status, text, headers }: Answer,
): Promise<void> {
  const announced = { ...headers, "content-length": String(Buffer.byteLength(text)) };
  switch (fault.kind) {
    case "answer": {
      outgoing.writeHead(fault.status, { ...headers, ...fault.headers });
      const bytes = Buffer.from(fault.bodyBase64 ?? fault.body, fault.bodyBase64 ? "base64" : "utf8");
      await writeRepeatedly(outgoing, bytes, fault.padTo ?? bytes.length);
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
        await pause(fault.ms);
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

/** Writes the bytes repeatedly up to a length, no faster than the client reads them. */
async function writeRepeatedly(
  outgoing: SandboxEnv["Bindings"]["outgoing"],
  bytes: Buffer,
  length: number,
): Promise<void> {
  for (let sent = 0; sent < length && bytes.length > 0 && !outgoing.destroyed; sent += bytes.length) {
    const mayGoOn = outgoing.write(bytes.subarray(0, length - sent));
    if (mayGoOn) continue;
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
