import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { FIXED_HEADERS } from "#server/http/fixedHeaders.ts";
import { createPipeline } from "#server/http/pipeline.ts";
import { bodyOf, exchangeWith, head } from "./rawClient.ts";

let server: Server;
afterEach(() => void server.close());

async function listen(handler: RequestListener): Promise<void> {
  ({ server } = createPipeline(handler, { https: true, development: false }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

const HOST = "Host: desk.test\r\n";
const LONG = "a".repeat(40_000);
const MALFORMED = [
  ["what is no HTTP", "\x16\x03\x01\r\n\r\n", 400],
  ["a length given twice", head("POST /api/orders HTTP/1.1", "Content-Length: 1", "Content-Length: 2"), 400],
  ["a NUL in a header", head("GET / HTTP/1.1", "X: a\0b"), 400],
  ["headers that are too long", head("GET / HTTP/1.1", `X: ${LONG}`), 431],
  ["an address that is too long", head(`GET /${LONG} HTTP/1.1`), 431],
  ["an expectation that nobody meets", head("GET / HTTP/1.1", "Expect: tea", "Connection: close"), 417],
  ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["two hosts", `GET / HTTP/1.1\r\n${HOST}${HOST}Connection: close\r\n\r\n`, 400],
  ["a tunnel", head("CONNECT desk.test:443 HTTP/1.1"), 405],
] as const;

describe("a request that Node itself would refuse", () => {
  it.each(MALFORMED)("with %s has the headers and the document of any refusal", async (_, sent, status) => {
    await listen((_request, response) => void response.end("handled"));
    const text = await exchangeWith(server, sent);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(bodyOf(text)).toMatchObject({ status });
    const lower = text.toLowerCase();
    for (const [name, value] of Object.entries({ ...FIXED_HEADERS, "Cache-Control": "no-store" }))
      expect(lower).toContain(`\r\n${name}: ${value}\r\n`.toLowerCase());
    expect(lower).toContain("\r\nconnection: close\r\n");
    expect(lower).toContain("\r\nstrict-transport-security: max-age=");
    expect(lower).toContain("\r\ncontent-type: application/problem+json\r\n");
  });

  it("is refused only after the answer to the request before it on the same connection", async () => {
    const asked = Promise.withResolvers<() => void>();
    await listen((_, response) => asked.resolve(() => response.end("placed")));
    const refused = once(server, "clientError");
    const text = exchangeWith(server, `${head("GET /api/orders HTTP/1.1")}nonsense\r\n\r\n`);
    const answer = await asked.promise;
    await refused;
    answer();
    expect(await text).toMatch(
      /^HTTP\/1\.1 200 [\s\S]*placed\r\n0\r\n\r\nHTTP\/1\.1 400 [\s\S]*"status":400/,
    );
  });

  it("ends an answer that began before the rest of its request was found to be malformed", async () => {
    await listen((request, response) => {
      request.resume();
      response.writeHead(200).write("begun");
    });
    const sent = `${head("POST /api/orders HTTP/1.1", "Transfer-Encoding: chunked")}zz\r\n`;
    expect(await exchangeWith(server, sent)).not.toContain("HTTP/1.1 400");
  });

  it("is refused when its body turns out to be malformed before it is answered", async () => {
    await listen((request) => void request.resume());
    const sent = `${head("POST /api/orders HTTP/1.1", "Transfer-Encoding: chunked")}zz\r\n`;
    expect(bodyOf(await exchangeWith(server, sent))).toMatchObject({ status: 400 });
  });
});
