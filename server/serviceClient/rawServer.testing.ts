import "server-only";
import { createServer, type Socket } from "node:net";

type Received = { head: string; requestLine: string; key: string | null; body: Buffer };
/** Answers one request on its bare socket: may write anything or nothing, or cut the connection. */
export type Reply = (socket: Socket, received: Received, count: number) => void;

export type RawServer = {
  url: string;
  port: number;
  received: Received[];
  /** How many connections were accepted. */
  connections: () => number;
  close: () => Promise<void>;
};

/** A service at the level of bytes: what it receives is kept unchanged, and the test decides what it answers. */
export async function rawServer(reply: Reply): Promise<RawServer> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let pending: Buffer = Buffer.alloc(0);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("data", (piece: Buffer) => {
      pending = Buffer.concat([pending, piece]);
      for (let request = take(pending); request !== null; request = take(pending)) {
        pending = request.rest;
        received.push(request.received);
        reply(socket, request.received, received.length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function take(pending: Buffer): { received: Received; rest: Buffer } | null {
  const end = pending.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const head = pending.subarray(0, end).toString("latin1");
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (pending.length < end + 4 + length) return null;
  const body = Buffer.from(pending.subarray(end + 4, end + 4 + length));
  const received = {
    head,
    requestLine: head.slice(0, head.indexOf("\r\n")),
    key: /^x-api-key: *(.*)$/im.exec(head)?.[1] ?? null,
    body,
  };
  return { received, rest: pending.subarray(end + 4 + length) };
}

/** A whole answer as bytes. `content-length` and a JSON content type unless specified otherwise. */
export function answer(
  statusCode: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Buffer {
  const bytes = Buffer.from(body);
  const all = { "content-type": "application/json", "content-length": String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${statusCode} Any\r\n${lines.join("")}\r\n`), bytes]);
}

export function errorAnswer(
  statusCode: number,
  message: string,
  headers: Record<string, string> = {},
): Buffer {
  return answer(statusCode, JSON.stringify({ statusCode, error: "Label", message }), headers);
}
