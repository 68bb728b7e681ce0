import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { serve, type ServerType } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SandboxEnv } from "./bindings.ts";
import type { FaultAction } from "./faults.ts";
import { refusal, type Reply, throttled } from "./reply.ts";
import { sendReply } from "./sendReply.ts";

const NOW = Date.UTC(2026, 0, 31, 12);
const BODY = { message: "äöü" };
const TEXT = JSON.stringify(BODY);

let server: ServerType;
let port = 0;
/** What the server does with the next call. */
let handle: (c: Context<SandboxEnv>) => Promise<Response>;
beforeAll(async () => {
  const app = new Hono<SandboxEnv>();
  app.get("/", (c) => handle(c));
  port = await new Promise((resolve) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, (at) => resolve(at.port));
  });
});
afterAll(() => {
  server.close();
  if ("closeAllConnections" in server) server.closeAllConnections();
});

/** Sends a call; `sent` settles when the server has done all it does for it. */
function call(reply: Reply): { socket: Socket; sent: Promise<unknown> } {
  const sent = new Promise((resolve, reject) => {
    handle = (c) => {
      const response = sendReply(c, NOW, reply);
      response.then(resolve, reject);
      return response;
    };
  });
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: sandbox\r\nconnection: close\r\n\r\n");
  return { socket, sent };
}
const withFault = (fault: FaultAction): Reply => ({ status: 202, body: BODY, fault });

type Exchange = { head: string; body: Buffer; chunks: number; end: string };
async function exchange(reply: Reply): Promise<Exchange> {
  const { socket } = call(reply);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const end = await new Promise<string>((resolve) => {
    socket.on("end", () => resolve("end"));
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
  socket.destroy();
  const all = Buffer.concat(chunks);
  const at = all.indexOf("\r\n\r\n");
  if (at === -1) return { head: all.toString(), body: Buffer.alloc(0), chunks: chunks.length, end };
  return { head: all.subarray(0, at).toString(), body: all.subarray(at + 4), chunks: chunks.length, end };
}
/** As fetch sees it: for answers without a given length, which travel in chunks. */
async function answer(reply: Reply) {
  handle = (c) => sendReply(c, NOW, reply);
  const given = await fetch(`http://127.0.0.1:${port}/`);
  return { status: given.status, headers: given.headers, bytes: Buffer.from(await given.arrayBuffer()) };
}

describe("a reply", () => {
  it("is sent as JSON, with the service's time, and nothing that it does not say", async () => {
    const { head, body } = await exchange({ status: 202, body: BODY });
    expect(head).toMatch(/^HTTP\/1\.1 202 /);
    expect(head).toMatch(/^date: Sat, 31 Jan 2026 12:00:00 GMT$/m);
    expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/m);
    expect(head).not.toMatch(/retry-after/i);
    expect(body.toString()).toBe(TEXT);
  });

  it("says when to come again, in seconds or as a date", async () => {
    const after = async (reply: Reply) => (await answer(reply)).headers.get("retry-after");
    expect(await after(throttled(2))).toBe("2");
    expect(await after({ ...throttled(2), retryAfter: "seconds" })).toBe("2");
    expect(await after({ ...throttled(2), retryAfter: "date" })).toBe("Sat, 31 Jan 2026 12:00:02 GMT");
    expect(await after(refusal(429, "Too many."))).toBeNull();
  });

  it("closes the connection if the rest of a body was not read, and leaves it open otherwise", async () => {
    expect((await answer(refusal(413, "Too large."))).headers.get("connection")).toBe("close");
    expect((await answer(refusal(400, "Wrong."))).headers.get("connection")).not.toBe("close");
  });
});

describe("a fault", () => {
  it("replaces headers, or sends the right answer late", async () => {
    const relabelled = await answer(
      withFault({ kind: "headers", headers: { "content-type": "text/plain", age: "1" } }),
    );
    expect(relabelled).toMatchObject({ status: 202, bytes: Buffer.from(TEXT) });
    expect(relabelled.headers.get("content-type")).toBe("text/plain");
    expect(relabelled.headers.get("age")).toBe("1");
    expect(relabelled.headers.get("date")).toBe("Sat, 31 Jan 2026 12:00:00 GMT");
    const began = performance.now();
    const late = await answer(withFault({ kind: "delay", ms: 60 }));
    expect(performance.now() - began).toBeGreaterThan(55);
    expect(late).toMatchObject({ status: 202, bytes: Buffer.from(TEXT) });
    expect(late.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("answers something else, its own headers over the usual ones", async () => {
    const other = await answer(
      withFault({ kind: "answer", status: 503, body: "dön", headers: { "content-type": "text/html" } }),
    );
    expect(other).toMatchObject({ status: 503, bytes: Buffer.from("dön") });
    expect(other.headers.get("content-type")).toBe("text/html");
    expect(other.headers.get("date")).toBe("Sat, 31 Jan 2026 12:00:00 GMT");
    const binary = { kind: "answer", status: 200, body: "no", headers: {} } as const;
    expect((await answer(withFault({ ...binary, bodyBase64: "AP8=" }))).bytes).toEqual(Buffer.from([0, 255]));
  });

  it("repeats a body up to a length, also one larger than what a connection buffers", async () => {
    const padded = async (body: string, padTo: number) =>
      (await answer(withFault({ kind: "answer", status: 200, body, padTo, headers: {} }))).bytes;
    expect((await padded("abc", 7)).toString()).toBe("abcabca");
    expect((await padded("abc", 2)).toString()).toBe("ab");
    expect(await padded("", 7)).toHaveLength(0);
    const large = await padded("0123456789".repeat(7_000), 20_000_003);
    expect(large).toHaveLength(20_000_003);
    expect(large.subarray(-5).toString()).toBe("89012");
  });

  it("stops to write to a client that has gone", async () => {
    const endless: FaultAction = {
      kind: "answer",
      status: 200,
      body: "a",
      padTo: 1_000_000_000,
      headers: {},
    };
    for (const fault of [{ ...endless, body: "a".repeat(100_000) }, { kind: "drip", ms: 1 } as const]) {
      const { socket, sent } = call({ ...withFault(fault), body: "b".repeat(100_000) });
      await once(socket, "data");
      socket.destroy();
      await sent;
    }
  });

  it("breaks the connection, or ends it without a byte", async () => {
    expect(await exchange(withFault({ kind: "reset" }))).toMatchObject({ head: "", end: "ECONNRESET" });
    expect(await exchange(withFault({ kind: "close" }))).toMatchObject({ head: "", end: "end" });
  });

  it("announces the whole body and sends half of it", async () => {
    const { head, body } = await exchange({ ...withFault({ kind: "truncate" }), body: "abcd" });
    expect(head).toMatch(/^HTTP\/1\.1 202 /);
    expect(head).toMatch(/^content-type: application\/json/m);
    expect(head).toMatch(/^content-length: 6$/m);
    expect(body.toString()).toBe('"ab');
  });

  it("sends the head at once and then byte after byte, of which it announces the number", async () => {
    const began = performance.now();
    const { head, body, chunks } = await exchange(withFault({ kind: "drip", ms: 3 }));
    expect(performance.now() - began).toBeGreaterThan(3 * TEXT.length - 5);
    expect(chunks).toBeGreaterThan(2);
    expect(head).toMatch(/^HTTP\/1\.1 202 /);
    expect(head).toMatch(new RegExp(`^content-length: ${Buffer.byteLength(TEXT)}$`, "m"));
    expect(body.toString()).toBe(TEXT);
    const { socket } = call(withFault({ kind: "drip", ms: 60_000 }));
    const [first] = await once(socket, "data");
    expect(String(first)).toMatch(/^HTTP\/1\.1 202 /);
    socket.destroy();
  });

  it("never answers, and ends with the connection", async () => {
    const arrived = once(server, "request");
    const { socket, sent } = call(withFault({ kind: "hang" }));
    const said: unknown[] = [];
    socket.on("data", (chunk) => said.push(chunk));
    void sent.then(() => said.push("over"));
    await arrived;
    await answer({ status: 200, body: null });
    expect(said).toEqual([]);
    socket.destroy();
    await sent;
  });

  it("does not wait for a connection that has ended already", async () => {
    const done = new Promise((resolve, reject) => {
      handle = async (c) => {
        await once(c.env.incoming.socket, "close");
        const response = sendReply(c, NOW, withFault({ kind: "hang" }));
        response.then(resolve, reject);
        return response;
      };
    });
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nhost: sandbox\r\n\r\n", () => socket.destroy());
    await done;
  });
});
