import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { preferCompressed } from "./compressedFiles.ts";

const SCRIPT = "/_next/static/chunks/page.js";
const COMPRESSED = new Set([SCRIPT, "/_next/static/chunks/page.css"]);

function ask(url: string, encodings: string | undefined, method = "GET") {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { url, method });
  if (encodings !== undefined) request.headers["accept-encoding"] = encodings;
  const response = new ServerResponse(request);
  preferCompressed(request, response, COMPRESSED);
  return { url: request.url, headers: response.getHeaders() };
}

describe("which version of a file is served", () => {
  it("is the compressed one for a browser that reads it, with the type of the file itself", () => {
    expect(ask(SCRIPT, "gzip, deflate, br, zstd")).toEqual({
      url: `${SCRIPT}.br`,
      headers: {
        vary: "Accept-Encoding",
        "content-type": "text/javascript; charset=utf-8",
        "content-encoding": "br",
      },
    });
    expect(ask("/_next/static/chunks/page.css?v=1", "BR;q=0.5", "HEAD")).toMatchObject({
      url: "/_next/static/chunks/page.css.br",
      headers: { "content-type": "text/css; charset=utf-8" },
    });
  });

  it.each([undefined, "", "gzip", "br;q=0, gzip", "gzip, br; q=0.0", "brotli"])(
    "is the file itself for %j, and a cache is told so",
    (encodings) => {
      expect(ask(SCRIPT, encodings)).toEqual({ url: SCRIPT, headers: { vary: "Accept-Encoding" } });
    },
  );

  it.each([
    ["a file without a compressed version", "/_next/static/chunks/other.js", "GET"],
    ["a page", "/catalog", "GET"],
    ["the interface", "/api/orders", "GET"],
    ["a path that only begins alike", `/x${SCRIPT}`, "GET"],
    ["another method", SCRIPT, "POST"],
  ])("is not decided for %s", (_, url, method) => {
    expect(ask(url, "br", method)).toEqual({ url, headers: {} });
  });
});
