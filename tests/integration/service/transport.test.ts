import { once } from "node:events";
import { createServer } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { harness, IMPATIENT, ORDER_BODY } from "#server/serviceClient/harness.testing.ts";
import { answer, errorAnswer, rawServer, type Reply } from "#server/serviceClient/rawServer.testing.ts";

const ACCEPTED = '{"orderId":7,"status":"processing"}';
const PROCESSING = '{"status":"processing","message":"Order is still processing"}';

/** Writes `atOnce`, then `pieces` letter by letter. */
function drip(pieces: string, ms: number, atOnce = ""): Reply {
  return (socket) => {
    let at = 0;
    socket.write(atOnce);
    const timer = setInterval(() => {
      if (socket.destroyed || at >= pieces.length) clearInterval(timer);
      else socket.write(pieces.charAt(at++));
    }, ms);
  };
}

describe("the outcome of a POST", () => {
  it("is accepted after a 2xx with an order id", async () => {
    await using at = await harness((socket) => socket.write(answer(202, ACCEPTED)));
    expect(await at.place()).toMatchObject({
      ok: true,
      statusCode: 202,
      value: { report: { orderId: "7" } },
    });
  });

  it.each([
    ["no order id", answer(202, PROCESSING)],
    ["an order id that is none", answer(202, '{"orderId":"x","status":"processing"}')],
    ["an error in a 200", answer(200, '{"statusCode":500,"error":"e","message":"m"}')],
    ["no body", "HTTP/1.1 204 No Content\r\n\r\n"],
    ["an empty body", answer(202, "")],
    ["truncated JSON", answer(202, ACCEPTED.slice(0, -4))],
    ["a body cut short", answer(202, ACCEPTED, { "content-length": "500" })],
    ["a page", answer(202, "<html></html>", { "content-type": "text/html" })],
    ["JSON called text/plain", answer(202, ACCEPTED, { "content-type": "text/plain" })],
    ["a body that is not UTF-8", answer(202, Buffer.from('{"orderId":7,"status":"\xff"}', "latin1"))],
    ["an encoding nobody asked for", answer(202, ACCEPTED, { "content-encoding": "zstd" })],
    ["broken compression", answer(202, ACCEPTED, { "content-encoding": "gzip" })],
    [
      "truncated compression",
      answer(202, gzipSync(ACCEPTED).subarray(0, 30), { "content-encoding": "gzip" }),
    ],
    ["502 with the service's words", errorAnswer(502, "Order could not be created. Please try again later.")],
    ["500 of some proxy", answer(500, "<html>", { "content-type": "text/html" })],
    ["503 with an error body", errorAnswer(503, "x")],
    ["a redirect", answer(308, "", { location: "/v2/orders/" })],
    ["a redirect that says it was accepted", answer(303, ACCEPTED, { location: "/v2/orders/7" })],
    ["304", "HTTP/1.1 304 Not Modified\r\n\r\n"],
    ["400 as a page of some proxy", answer(400, "<html>", { "content-type": "text/html" })],
    ["403 as another gateway's JSON", answer(403, '{"message":"Forbidden"}')],
    ["404 without a body", answer(404, "")],
    ["401 as a page of some proxy", answer(401, "Unauthorized", { "content-type": "text/plain" })],
    ["an error body of another status", answer(400, '{"statusCode":502,"error":"e","message":"m"}')],
    ["408, which says nothing about what happened", errorAnswer(408, "Request Timeout")],
    ["an undocumented status", errorAnswer(418, "x")],
    ["no HTTP at all", "SSH-2.0-OpenSSH_9.2\r\n\r\n"],
    ["headers without end", `HTTP/1.1 202 Accepted\r\nx: ${"y".repeat(60_000)}\r\n\r\n`],
    ["an upgrade", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
  ])("is ambiguous after %s, and the POST is not repeated", async (_name, bytes) => {
    await using at = await harness((socket) => socket.end(bytes), { keys: ["svc_test_a", "svc_test_b"] });
    const placed = await at.place();
    expect(placed).toMatchObject({ ok: false, failure: { kind: "ambiguous" } });
    expect(at.server.received).toHaveLength(1);
  });

  it.each([
    [400, "refused"],
    [403, "refused"],
    [404, "not_found"],
    [409, "refused"],
    [413, "refused"],
    [422, "refused"],
    [429, "throttled"],
    [401, "unauthorised"],
  ])("after %i with the service's error body is %s, with its message verbatim", async (statusCode, kind) => {
    const message = " Product 12 <b>is</b> priced in EUR, not USD ";
    await using at = await harness((socket) => socket.write(errorAnswer(statusCode, message)));
    const body = { statusCode, error: "Label", message };
    expect(await at.place()).toMatchObject({ ok: false, failure: { kind, statusCode, body } });
    expect(await at.client.readOrder("X")).toMatchObject({ ok: false, failure: { kind, statusCode, body } });
  });

  it("is throttled after a 429, whoever sends it and however its body ends", async () => {
    const head = { "retry-after": "7", "content-type": "text/html" };
    await using at = await harness((socket, _, count) =>
      count === 1
        ? socket.write(answer(429, "<html>", head))
        : socket.end(answer(429, "x", { ...head, "content-length": "9" })),
    );
    const expected = { ok: false, failure: { kind: "throttled", retryAfterMs: 7_000, body: null } };
    expect(await at.place()).toMatchObject(expected);
    expect(await at.place()).toMatchObject(expected);
  });

  it("is not decided by early hints before the answer", async () => {
    await using at = await harness((socket) =>
      socket.write(
        Buffer.concat([Buffer.from("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"), answer(202, ACCEPTED)]),
      ),
    );
    expect(await at.place()).toMatchObject({ ok: true, statusCode: 202 });
  });
});

describe("a connection that fails", () => {
  it("that is refused means not sent", async () => {
    const gone = await rawServer(() => {});
    await gone.close();
    await using at = await harness(() => {}, { baseUrl: gone.url });
    expect(await at.place()).toMatchObject({ ok: false, failure: { kind: "not_sent", statusCode: null } });
    expect(at.outcomes).toMatchObject([{ kind: "unreachable" }]);
  });

  it("to a name that does not exist means not sent", async () => {
    await using at = await harness(() => {}, { baseUrl: "http://service.invalid" });
    expect(await at.place()).toMatchObject({ ok: false, failure: { kind: "not_sent" } });
  });

  it("whose TLS handshake is not answered or fails means not sent", async () => {
    const behaviours = [() => {}, (end: () => void) => end()];
    for (const behave of behaviours) {
      const plain = createServer((socket) => {
        socket.on("error", () => {});
        socket.on("data", () => behave(() => socket.destroy()));
      });
      plain.listen(0, "127.0.0.1");
      await once(plain, "listening");
      const address = plain.address();
      const port = typeof address === "object" ? address?.port : undefined;
      await using at = await harness(() => {}, { baseUrl: `https://127.0.0.1:${port}` });
      expect(await at.place()).toMatchObject({ ok: false, failure: { kind: "not_sent" } });
      plain.close();
    }
  });

  it("that is reset after the request is ambiguous, and the request is sent only once", async () => {
    await using at = await harness((socket) => socket.resetAndDestroy());
    expect(await at.place()).toMatchObject({ ok: false, failure: { kind: "ambiguous", statusCode: null } });
    expect(await at.client.readOrder("A")).toMatchObject({ ok: false, failure: { kind: "ambiguous" } });
    expect(at.server.received.map(({ requestLine }) => requestLine)).toEqual([
      "POST /v2/orders HTTP/1.1",
      "GET /v2/orders/A HTTP/1.1",
    ]);
  });

  it("that was closed while idle is replaced for the next call, which succeeds", async () => {
    const closed: Promise<unknown>[] = [];
    await using at = await harness((socket) => {
      closed.push(once(socket, "close"));
      socket.end(answer(202, ACCEPTED));
    });
    expect(await at.place()).toMatchObject({ ok: true });
    await closed[0];
    expect(await at.place()).toMatchObject({ ok: true });
    expect(at.server.connections()).toBe(2);
  });

  it("is kept alive: a hundred calls in sequence do not open one each", async () => {
    await using at = await harness((socket) => socket.write(answer(200, PROCESSING)));
    for (let count = 0; count < 100; count += 1)
      expect(await at.client.readOrder("A")).toMatchObject({ ok: true });
    // Two, because a call may start just before the first connection is free again.
    expect(at.server.connections()).toBeLessThanOrEqual(2);
  });
});

describe("a timeout", () => {
  it.each([
    ["no answer at all", () => {}, 400],
    ["headers that come a letter at a time", drip("HTTP/1.1 202 Accepted\r\n".repeat(9), 100), 400],
    [
      "a body that stops half-way",
      (s: { write: (b: Buffer) => unknown }) => s.write(answer(202, '{"o', { "content-length": "99" })),
      400,
    ],
    [
      "a body that comes a letter at a time",
      drip(" ".repeat(900), 20, answer(202, "", { "content-length": "900" }).toString()),
      1_500,
    ],
  ])("ends %s as ambiguous, in time", async (_name, reply, limit) => {
    await using at = await harness(reply, { limits: IMPATIENT });
    const started = performance.now();
    expect(await at.place()).toMatchObject({ ok: false, failure: { kind: "ambiguous" } });
    const took = performance.now() - started;
    expect(took).toBeGreaterThan(limit * 0.9);
    // The usual limits are half a minute and a minute.
    expect(took).toBeLessThan(15_000);
    expect(at.server.received).toHaveLength(1);
  });

  it("of a call that waited for a free connection means not sent, then or later", async () => {
    await using at = await harness(() => {}, { limits: { connections: 1, headersMs: 5_000, totalMs: 300 } });
    // Aborted while the first one still has the connection: with the same deadline, either could be first.
    const waiting = { signal: AbortSignal.timeout(100) };
    const [first, second] = await Promise.all([at.place(), at.client.readOrder("B", waiting)]);
    expect(first).toMatchObject({ failure: { kind: "ambiguous" } });
    expect(second).toMatchObject({ failure: { kind: "not_sent" } });
    await at.client.readOrder("C");
    expect(at.server.received.map(({ requestLine }) => requestLine)).toEqual([
      "POST /v2/orders HTTP/1.1",
      "GET /v2/orders/C HTTP/1.1",
    ]);
  });

  it("of wallet and catalog calls that hang on all their connections does not delay an order", async () => {
    await using at = await harness(
      (socket, { requestLine }) => {
        if (!requestLine.includes("/wallet")) socket.write(answer(202, ACCEPTED));
      },
      { limits: { connections: 4, headersMs: 5_000, totalMs: 2_000 } },
    );
    const hanging = Promise.all(Array.from({ length: 20 }, () => at.client.readWallet({ timeoutMs: 1_000 })));
    expect(await at.place()).toMatchObject({ ok: true });
    expect(at.server.received.filter(({ requestLine }) => requestLine.includes("/wallet"))).toHaveLength(2);
    await hanging;
  });

  it("that the caller sets ends a call before the limits do, and the service is reported unreachable", async () => {
    await using at = await harness(() => {}, { limits: { headersMs: 20_000, totalMs: 20_000 } });
    const answered = await at.client.readWallet({ timeoutMs: 50 });
    expect(answered).toMatchObject({ ok: false, failure: { statusCode: null } });
    expect(at.outcomes).toMatchObject([{ kind: "unreachable" }]);
  });

  it("is not the only end of a call that waits: the caller is asked before its first byte, and not before", async () => {
    await using at = await harness((socket) => socket.write(answer(202, ACCEPTED)));
    const asked: number[] = [];
    const mayStart = (is: boolean) => () => {
      asked.push(at.server.received.length);
      return is;
    };
    expect(await at.client.placeOrder(ORDER_BODY, { mayStart: mayStart(true) })).toMatchObject({ ok: true });
    const late = await at.client.placeOrder(ORDER_BODY, { mayStart: mayStart(false) });
    expect(late).toMatchObject({
      failure: { kind: "not_sent", detail: "Not sent: it came too late to be sent." },
    });
    expect(await at.place()).toMatchObject({ ok: true });
    expect([asked, at.server.received.length]).toEqual([[0, 1], 2]);
    expect(at.outcomes.map(({ kind }) => kind)).toEqual(["answered", "answered"]);
  });

  it("is not needed for a cancelled call: it is not sent or ambiguous, and the service is not reported unreachable", async () => {
    await using at = await harness(() => controller.abort());
    const controller = new AbortController();
    const during = await at.client.placeOrder(ORDER_BODY, { signal: controller.signal });
    expect(during).toMatchObject({ failure: { kind: "ambiguous" } });
    const before = await at.client.placeOrder(ORDER_BODY, { signal: controller.signal });
    expect(before).toMatchObject({ failure: { kind: "not_sent" } });
    expect(at.server.received).toHaveLength(1);
    expect(at.outcomes).toEqual([]);
  });

  it("still applies to a call in flight when the client is closed: it gets its answer", async () => {
    await using at = await harness((socket) => {
      void at.client.close();
      setImmediate(() => socket.write(answer(202, ACCEPTED)));
    });
    expect(await at.place()).toMatchObject({ ok: true });
  });

  it("is not waited for by a closed client, which sends nothing", async () => {
    await using at = await harness((socket) => socket.write(answer(202, ACCEPTED)));
    await at.client.close();
    expect(await at.place()).toMatchObject({ failure: { kind: "not_sent" } });
    expect(at.server.received).toHaveLength(0);
  });
});

describe("an answer that is too large is cut off", () => {
  const MEGABYTE = 1024 * 1024;
  const CAPS = { wireBytes: 4 * MEGABYTE, decodedBytes: 4 * MEGABYTE, totalMs: 20_000, bodyMs: 5_000 };

  it.each([
    ["gzip", gzipSync(Buffer.alloc(500 * MEGABYTE, 32), { level: 1 })],
    ["br", brotliCompressSync(Buffer.alloc(100 * MEGABYTE, 32), { params: { 1: 1 } })],
  ])("when it is a %s bomb", async (encoding, bomb) => {
    await using at = await harness(
      (socket) => socket.end(answer(200, bomb, { "content-encoding": encoding })),
      {
        limits: CAPS,
      },
    );
    const before = process.memoryUsage().rss;
    const read = await at.client.readOrder("A");
    expect(read).toMatchObject({
      failure: { kind: "ambiguous", detail: expect.stringContaining("larger than") },
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * MEGABYTE);
  });

  it("when it is 50 MB uncompressed: the connection is closed after the limit", async () => {
    let written = 0;
    const piece = Buffer.alloc(64 * 1024, 32);
    await using at = await harness(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 52428800\r\n\r\n");
        const pour = () => {
          while (!socket.destroyed && written < 52_428_800) {
            written += piece.length;
            if (!socket.write(piece)) {
              socket.once("drain", pour);
              return;
            }
          }
        };
        pour();
      },
      { limits: CAPS },
    );
    expect(await at.client.readOrder("A")).toMatchObject({ failure: { kind: "ambiguous" } });
    expect(written).toBeLessThan(20 * MEGABYTE);
  });

  it("when it has more bytes on the wire than allowed, however little it unpacks to", async () => {
    const padded = Buffer.concat(
      Array.from({ length: 5_000 }, () => gzipSync("")).concat(gzipSync(PROCESSING)),
    );
    await using at = await harness((socket) =>
      socket.write(answer(200, padded, { "content-encoding": "gzip" })),
    );
    expect(await at.client.readOrder("A")).toMatchObject({ ok: true });
    await using capped = await harness(
      (socket) => socket.write(answer(200, padded, { "content-encoding": "gzip" })),
      { limits: { wireBytes: 50_000 } },
    );
    expect(await capped.client.readOrder("A")).toMatchObject({ failure: { kind: "ambiguous" } });
  });

  it("while one below the limit is complete, in each encoding", async () => {
    const pins = Array.from({ length: 100_000 }, (_, index) => `PIN-${index}-äöü`);
    const body = Buffer.from(
      JSON.stringify({ status: "completed", products: [{ productId: 1, pin: pins }] }),
    );
    const encoded: Record<string, Buffer> = {
      identity: body,
      gzip: gzipSync(body),
      br: brotliCompressSync(body, { params: { 1: 1 } }),
      deflate: deflateSync(body),
    };
    await using at = await harness(
      (socket, { requestLine }) => {
        const encoding = /orders\/(\w+)/.exec(requestLine)?.[1] ?? "";
        socket.write(answer(200, encoded[encoding] ?? "", { "content-encoding": encoding }));
      },
      { limits: { totalMs: 10_000 } },
    );
    for (const encoding of Object.keys(encoded)) {
      const read = await at.client.readOrder(encoding);
      expect(read.ok && read.value.codes.map(({ fields }) => fields["pin"])).toEqual(pins);
    }
  });

  it("while one of JSON 100,000 levels deep is read like any other", async () => {
    const deep = `{"orderId":7,"status":"processing","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    await using at = await harness((socket) => socket.write(answer(202, deep)));
    expect(await at.place()).toMatchObject({ ok: true, value: { report: { orderId: "7" } } });
  });
});
