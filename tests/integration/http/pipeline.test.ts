import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import { isAppError } from "#server/context/errors.ts";
import { createPipeline } from "#server/http/pipeline.ts";
import { LARGEST_BODY_BYTES } from "#server/http/refuseUnacceptable.ts";
import { readText } from "#server/http/readBody.ts";
import { bodyOf, exchangeWith, head, openTo } from "./rawClient.ts";

let server: Server;
let stop: (withinMs: number) => Promise<void>;
let handled: string[];
/** Of which addresses the handler was asked for their methods. */
let questions: string[];
beforeEach(() => start(false));
afterEach(() => void server.close());

/** Answers without reading the body, like a route for a caller without a session. */
async function start(https: boolean): Promise<void> {
  handled = [];
  questions = [];
  const handler: RequestListener = (request, response) => {
    // As Next tells of a route with these two handlers.
    if (request.method === "OPTIONS") {
      questions.push(request.url ?? "");
      response.statusCode = 204;
      if (request.url !== "/api/unnamed") response.setHeader("allow", "GET, HEAD, OPTIONS, POST");
      return response.end();
    }
    handled.push(`${request.method} ${request.url}`);
    // Wraps the existing method, like the compression.
    const writeHead = response.writeHead.bind(response);
    response.writeHead = writeHead;
    setImmediate(() => {
      if (request.method !== "PUT") return response.writeHead(401).end("who are you");
      // As Next answers a method that a route does not have.
      response.statusCode = 405;
      return response.end();
    });
  };
  await listen(handler, https);
}

async function listen(handler: RequestListener, https = false): Promise<void> {
  ({ server, stop } = createPipeline(handler, { https, development: false }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

const open = () => openTo(server);
const exchange = (sent: string, onConnected?: (socket: Socket) => void) =>
  exchangeWith(server, sent, onConnected);

function kindOf(error: unknown): string {
  if (!isAppError(error)) throw error;
  return error.kind;
}

describe("requests that no route takes", () => {
  it.each<[string, string[], number]>([
    ["TRACE / HTTP/1.1", [], 501],
    ["TRACE /api/orders HTTP/1.1", [], 501],
    ["PROPFIND /api/orders HTTP/1.1", [], 501],
    ["PROPFIND /api/auth/any HTTP/1.1", [], 501],
    ["QUERY /_next/static/any HTTP/1.1", [], 501],
    ["POST /catalog HTTP/1.1", ["Content-Length: 9000000"], 405],
    ["POST /apiary HTTP/1.1", ["Content-Length: 5"], 405],
    ["GET /api/orders HTTP/1.1", ["Content-Length: 9000000"], 400],
    ["GET /api/orders/%E0%A4%A HTTP/1.1", [], 400],
    ["GET /api/auth/%ff HTTP/1.1", [], 400],
    ["GET /orders/% HTTP/1.1", [], 400],
    ["GET /_next/static/../../wallet HTTP/1.1", [], 400],
    ["GET /_next/static/%2E%2e/.%2e/wallet?q=1 HTTP/1.1", [], 400],
    ["GET /./wallet HTTP/1.1", [], 400],
    ["GET /wallet/.. HTTP/1.1", [], 400],
    ["GET /api/orders?__proto__=1 HTTP/1.1", [], 400],
    ["GET /api/orders?q=a&%5F_proto_%5f=1 HTTP/1.1", [], 400],
    ["GET /api/orders?_rsc=1 HTTP/1.1", [], 400],
    ["GET /orders/ABC?nxtPreference=DEF HTTP/1.1", [], 400],
    ["PUT /api/orders/ABC?nxtPreference=DEF HTTP/1.1", [], 400],
    ["POST /api/orders HTTP/1.1", [`Content-Length: ${LARGEST_BODY_BYTES + 1}`], 413],
  ])("refuses %s %j with %i before a handler sees it", async (first, headers, status) => {
    const text = await exchange(head(first, ...headers, "Connection: close"));
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(bodyOf(text).status).toBe(status);
    expect(/\r\nallow: (.*)\r\n/i.exec(text)?.[1]).toBe(status === 405 ? "GET, HEAD" : undefined);
    expect(text.toLowerCase()).toContain("\r\ncache-control: no-store\r\n");
    expect([...handled, ...questions]).toEqual([]);
  });

  it("explains a method that the handler refuses without a word", async () => {
    const text = await exchange(head("PUT /api/orders HTTP/1.1", "Connection: close"));
    expect(text).toMatch(/^HTTP\/1.1 405 /);
    expect(text.toLowerCase()).toContain("\r\ncontent-type: application/problem+json\r\n");
    expect(bodyOf(text)).toMatchObject({
      type: "method-not-allowed",
      detail: "Use one of these methods: GET, HEAD, OPTIONS, POST.",
    });
    expect(text).toMatch(/\r\nallow: GET, HEAD, OPTIONS, POST\r\n/i);
    expect(handled).toEqual(["PUT /api/orders"]);
  });

  it("names no methods, rather than an empty list, if the handler does not tell them", async () => {
    const text = await exchange(head("PUT /api/unnamed HTTP/1.1", "Connection: close"));
    expect(text).toMatch(/^HTTP\/1.1 405 /);
    expect(bodyOf(text).detail).toBe("This address does not take this method.");
    expect(text).not.toMatch(/\r\nallow:/i);
  });

  it("passes what a route could take", async () => {
    await exchange(head("POST /api/orders HTTP/1.1", `Content-Length: 2`, "Connection: close") + "{}");
    await exchange(head("GET /orders?q=%ff HTTP/1.1", "Connection: close"));
    await exchange(head("GET /orders?q=__proto__&constructor=nxtP&_rsc=1 HTTP/1.1", "Connection: close"));
    expect(handled).toEqual([
      "POST /api/orders",
      "GET /orders?q=%ff",
      "GET /orders?q=__proto__&constructor=nxtP&_rsc=1",
    ]);
  });
});

describe("requests that are sent before the answers to those before them", () => {
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);

  it("are answered one after the other, if they are few", async () => {
    const text = await exchange(
      head("GET /api/orders HTTP/1.1").repeat(15) + head("GET /api/last HTTP/1.1", "Connection: close"),
    );
    expect(statuses(text)).toEqual(Array(16).fill("401"));
    expect(handled).toEqual([...Array<string>(15).fill("GET /api/orders"), "GET /api/last"]);
  });

  it.each([[], ["Expect: tea"]])(
    "end the connection if they are many, with the answers to the first of them: %j",
    async (...headers) => {
      const text = await exchange(head("GET /api/orders HTTP/1.1", ...headers).repeat(500));
      const status = headers.length === 0 ? "401" : "417";
      expect(statuses(text)).toEqual([...Array<string>(20).fill(status), "503"]);
      expect(bodyOf(text)).toMatchObject({ type: "too-busy", retryAfterSeconds: 1 });
      expect(handled.length).toBeLessThanOrEqual(20);
      expect(text.toLowerCase()).toMatch(/retry-after: 1\r\n[\s\S]*connection: close\r\n/);
    },
  );
});

describe("an answer before the body has arrived", () => {
  it("keeps an idle connection longer than a proxy does, which would send an order on it as it closes", async () => {
    // The idle time of Caddy's connections, as it documents them; nginx and the usual balancers keep theirs for a minute.
    const PROXY_SECONDS = 120;
    const text = await exchange(head("GET /api/orders HTTP/1.1"), (socket) =>
      socket.once("data", () => socket.end()),
    );
    const [, kept] = /\r\nkeep-alive: timeout=(\d+)\r\n/i.exec(text) ?? [];
    expect(Number(kept)).toBeGreaterThan(PROXY_SECONDS);
  });

  it("ends the connection of a client that sends slowly", async () => {
    const text = await exchange(head("POST /api/orders HTTP/1.1", "Content-Length: 100000") + "slow");
    expect(text).toMatch(/^HTTP\/1.1 401 /);
    expect(text.toLowerCase()).toContain("\r\nconnection: close\r\n");
  });

  it("reaches a client that sends without reading, which is then cut off", async () => {
    let accepted = 0;
    const piece = Buffer.alloc(64 * 1024, "x");
    const text = await exchange(head("POST /api/orders HTTP/1.1", "Transfer-Encoding: chunked"), (socket) => {
      const more = () => {
        if (socket.destroyed) return;
        accepted += piece.length;
        socket.write(`${piece.length.toString(16)}\r\n`);
        socket.write(piece);
        socket.write("\r\n", more);
      };
      more();
    });
    expect(text).toMatch(/^HTTP\/1.1 401 /);
    expect(accepted).toBeLessThan(8 * 1024 * 1024);
  });

  it("reaches a client whose body of unknown length was read up to the limit of the route", async () => {
    server.close();
    const reading: RequestListener = (request, response) => {
      // As Next wraps the request of Node. Its body is destroyed once the route has read enough.
      // Node reads any iterable of bytes, which the types for browsers do not say.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const body = request as unknown as ReadableStream;
      const init: RequestInit & { duplex: string } = { method: "POST", body, duplex: "half" };
      const read = readText(new Request("http://desk.test/", init), 1_000).catch(kindOf);
      void read.then((kind) => response.writeHead(413).end(kind));
    };
    await listen(reading);
    const text = await exchange(head("POST /api/orders HTTP/1.1", "Transfer-Encoding: chunked"), (socket) => {
      for (let piece = 0; piece < 3; piece += 1) socket.write(`3e8\r\n${"x".repeat(1_000)}\r\n`);
    });
    expect(text).toMatch(/^HTTP\/1.1 413 .*\r\ntoo-large\r\n/s);
  });

  it("leaves the connection open when the body was there", async () => {
    const one = head("POST /api/orders HTTP/1.1", "Content-Length: 2") + "{}";
    const last = head("GET /api/wallet HTTP/1.1", "Connection: close");
    const text = await exchange(one, (socket) => socket.once("data", () => socket.write(last)));
    expect(text.match(/HTTP\/1.1 401/g)).toHaveLength(2);
  });
});

describe("a client that waits to be asked for its body", () => {
  const EXPECT = "Expect: 100-continue";

  it.each<[string, string[], number]>([
    ["POST /api/orders HTTP/1.1", [`Content-Length: ${LARGEST_BODY_BYTES + 1}`], 413],
    ["POST /catalog HTTP/1.1", ["Content-Length: 5"], 405],
    ["POST /api/orders HTTP/1.1", ["Content-Length: 5"], 401],
    ["POST /api/orders HTTP/1.1", ["Transfer-Encoding: chunked"], 401],
  ])("is refused without being asked: %s %j with %i", async (first, headers, status) => {
    const text = await exchange(head(first, ...headers, EXPECT));
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).not.toContain("100 Continue");
    expect(text.toLowerCase()).toContain("\r\nconnection: close\r\n");
  });

  it("is asked once the body is read, and can then send the next request", async () => {
    server.close();
    const reading: RequestListener = (request, response) => {
      // As Next wraps the request of Node.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const body = request as unknown as ReadableStream;
      const init: RequestInit & { duplex: string } = { method: "POST", body, duplex: "half" };
      const read = request.method === "POST" ? new Request("http://desk.test/", init).text() : "nothing";
      void Promise.resolve(read).then((text) => response.end(`got ${text}`));
    };
    await listen(reading);
    const last = head("GET /api/wallet HTTP/1.1", "Connection: close");
    const text = await exchange(head("POST /api/orders HTTP/1.1", "Content-Length: 2", EXPECT), (socket) => {
      socket.once("data", () => {
        socket.write("{}");
        socket.once("data", () => socket.write(last));
      });
    });
    expect(text).toMatch(
      /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 .*got \{\}.*HTTP\/1.1 200 .*got nothing/s,
    );
    expect(text.match(/100 Continue/g)).toHaveLength(1);
  });
});

describe("a server that stops", () => {
  /** Far longer than a stop takes on the slowest machine, and far shorter than what it must not wait for. */
  const SOON_MS = 40_000;
  const FOR_EVER_MS = 10 * MINUTE;

  /** Stops it, and returns how long the last connection kept the server. */
  async function stopped(withinMs = FOR_EVER_MS): Promise<number> {
    const since = performance.now();
    // Node ends connections that are not used, or on which nothing is asked, after seconds: no test may pass because of that.
    server.keepAliveTimeout = FOR_EVER_MS;
    server.headersTimeout = FOR_EVER_MS;
    server.requestTimeout = FOR_EVER_MS;
    await stop(withinMs);
    return performance.now() - since;
  }

  it.each([
    ["has asked for nothing", ""],
    ["has sent a part of the headers", "GET /orders HTTP/1.1\r\nHos"],
  ])("does not wait for a client that %s", async (_, sent) => {
    const socket = open().on("error", () => undefined);
    socket.write(sent);
    await once(server, "connection");
    expect(await stopped()).toBeLessThan(SOON_MS);
    socket.destroy();
  });

  it("answers what it was asked, and keeps no connection for a next request", async () => {
    server.close();
    const asked = Promise.withResolvers<() => void>();
    await listen((_, response) => asked.resolve(() => response.end("late")));
    const answered = exchange(head("GET /api/wallet HTTP/1.1"));
    const reply = await asked.promise;
    const gone = stopped();
    reply();
    expect(await answered).toMatch(/^HTTP\/1.1 200 .*\r\nconnection: close\r\n.*late\r\n0\r\n\r\n$/is);
    expect(await gone).toBeLessThan(SOON_MS);
  });

  it("cuts off, in the end, a client that does not send the rest of its request", async () => {
    server.close();
    await listen((request, response) => request.on("end", () => response.end("all")).resume());
    const answered = exchange(head("POST /api/orders HTTP/1.1", "Content-Length: 5") + "slow");
    await once(server, "request");
    expect(await stopped(100)).toBeLessThan(SOON_MS);
    expect(await answered).toBe("");
  });

  it("does not wait for a body that does not arrive, but for a request that is handled", async () => {
    server.close();
    const asked = Promise.withResolvers<() => void>();
    await listen((request, response) => {
      const handle = () => asked.resolve(() => response.end("handled"));
      request.on("end", handle).resume();
    });
    const slow = exchange(head("POST /api/slow HTTP/1.1", "Content-Length: 5") + "slow");
    await once(server, "request");
    const answered = exchange(`${head("POST /api/orders HTTP/1.1", "Content-Length: 5")}whole`);
    const answer = await asked.promise;
    const gone = stopped();
    expect(await slow).toBe("");
    answer();
    expect(await answered).toMatch(/^HTTP\/1.1 200 [\s\S]*handled\r\n0\r\n\r\n$/);
    expect(await gone).toBeLessThan(SOON_MS);
  });

  it("waits for a handler that has not read a large body yet", async () => {
    server.close();
    const asked = Promise.withResolvers<() => void>();
    await listen((request, response) => {
      if (request.url === "/api/slow") request.on("end", () => response.end("never")).resume();
      else asked.resolve(() => request.on("end", () => response.end("handled")).resume());
    });
    const slow = exchange(head("POST /api/slow HTTP/1.1", "Content-Length: 5") + "slow");
    await once(server, "request");
    const size = 400_000;
    const answered = exchange(
      head("POST /api/orders HTTP/1.1", `Content-Length: ${size}`) + "x".repeat(size),
    );
    const read = await asked.promise;
    const gone = stopped();
    expect(await slow).toBe("");
    read();
    expect(await answered).toMatch(/^HTTP\/1.1 200 [\s\S]*handled\r\n0\r\n\r\n$/);
    expect(await gone).toBeLessThan(SOON_MS);
  });

  it("ends an answer that began before, and then its connection", async () => {
    server.close();
    const asked = Promise.withResolvers<() => void>();
    await listen((_, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" }).write("first ");
      asked.resolve(() => response.end("last"));
    });
    const answered = exchange(head("GET /api/wallet HTTP/1.1"));
    const end = await asked.promise;
    await new Promise(setImmediate);
    const gone = stopped();
    end();
    expect(await answered).toMatch(/first [\s\S]*last/);
    expect(await gone).toBeLessThan(SOON_MS);
  });
});

describe("every connection", () => {
  it("stays with HTTP/1.1, whatever protocol a request asks to be upgraded to, and whoever listens for that", async () => {
    // As Next does with its first request.
    server.on("upgrade", (_, socket) => socket.end("upgraded"));
    const upgrade = ["Connection: Upgrade, close", "Upgrade: websocket"];
    expect(await exchange(head("GET /api/orders HTTP/1.1", ...upgrade))).toMatch(/^HTTP\/1.1 401 /);
    expect(handled).toEqual(["GET /api/orders"]);
  });

  it("sends HSTS to browsers that came by https", async () => {
    expect(await exchange(head("GET / HTTP/1.1", "Connection: close"))).not.toContain("strict-transport");
    server.close();
    await start(true);
    expect(await exchange(head("GET / HTTP/1.1", "Connection: close"))).toMatch(
      /strict-transport-security: max-age=\d{8}/,
    );
  });
});
