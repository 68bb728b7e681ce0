import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { setImmediate as later } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it } from "vitest";
import { createPipeline } from "#server/http/pipeline.ts";

const script = (path: string) => `<script src="${path}" async="" nonce="bm9uY2U="></script>`;
const HEAD = `<!DOCTYPE html><html><head><title>Café</title>${script("/_next/static/a.js")}<meta name="x"/>${script("/_next/static/b.js")}</head>`;
const REST = `<body><p>Café</p>${script("/_next/static/c.js")}</body></html>`;

let server: Server | undefined;
afterEach(() => void server?.close());

/** The answer of a guarded server, as a browser reads it. */
async function answerOf(handler: RequestListener, headers: Record<string, string> = {}): Promise<Response> {
  ({ server } = createPipeline(handler, { https: false, development: false }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return fetch(`http://127.0.0.1:${address.port}/catalog`, { headers });
}

/** Writes a text in pieces, each in a separate turn of the event loop. */
function inPieces(type: string, pieces: readonly string[]): RequestListener {
  return (_, response) => {
    response.setHeader("content-type", type);
    void (async () => {
      for (const piece of pieces) {
        response.write(new TextEncoder().encode(piece));
        await later();
      }
      response.end();
    })();
  };
}

/** Writes a text as Next writes a response body: the head first, and a flush of the compression after each piece. */
function asNextDoes(
  pieces: readonly string[],
  headers: Record<string, string> = { "content-type": "text/plain" },
): RequestListener {
  return (_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.flushHeaders();
    for (const piece of pieces) {
      response.write(new TextEncoder().encode(piece));
      if ("flush" in response && typeof response.flush === "function") response.flush();
    }
    response.end();
  };
}

/** The last script of the head. */
const LOADER = /<script nonce="([^"]*)">((?:(?!<\/script>).)*)<\/script><\/head>/;

describe("a page that the router asks for", () => {
  const asked = (state: string) =>
    answerOf(inPieces("text/x-component", ["1"]), { rsc: "1", "next-router-state-tree": state });
  const sent = encodeURIComponent(JSON.stringify(["", { children: ["catalog", {}] }, null, "refetch"]));

  it.each([
    ["what is no JSON", "junk"],
    ["what can't be decoded", "%E0%A4%A"],
    ["another shape", encodeURIComponent("[1,2,3]")],
    ["nothing", encodeURIComponent("null")],
    ["two states", `${sent}, ${sent}`],
    ["far too much", "a".repeat(14_000)],
  ])(
    "is refused with %s as the state of the router, which Next would answer with an error of its own",
    async (_, state) => {
      const answer = await asked(state);
      expect([answer.status, await answer.json()]).toMatchObject([400, { status: 400 }]);
    },
  );

  it("is answered with a state as the router sends it", async () => {
    expect((await asked(sent)).status).toBe(200);
  });
});

describe("a page", () => {
  it("names no script in its head, and asks for all of them once it was read", async () => {
    const page = await (await answerOf(inPieces("text/html; charset=utf-8", [HEAD, REST]))).text();
    expect(page).toContain("<title>Café</title><meta name");
    expect(page).not.toContain(script("/_next/static/a.js"));
    const [, nonce, loader] = LOADER.exec(page) ?? [];
    expect(nonce).toBe("bm9uY2U=");
    expect(loader).toContain('addEventListener("DOMContentLoaded"');
    expect(loader).toContain('["/_next/static/a.js","/_next/static/b.js"]');
    expect(page.endsWith(REST)).toBe(true);
  });

  it.each([
    ["after the paint", false, ["DOMContentLoaded", "frame", "turn"]],
    ["at once in the background, where nothing is painted", true, ["DOMContentLoaded"]],
  ])("requests its scripts %s, then prepares formats, one in each task", async (_, hidden, before) => {
    const page = await (await answerOf(inPieces("text/html; charset=utf-8", [HEAD, REST]))).text();
    const [, , loader = ""] = LOADER.exec(page) ?? [];
    const done: string[] = [];
    const turns: (() => void)[] = [];
    const noted = (name: string) => (task: () => void) => {
      done.push(name);
      turns.push(task);
    };
    const format = (name: string) =>
      class {
        static supportedLocalesOf = (locale: string) => done.push(`${name} ${locale}`);
        constructor(locale: string) {
          done.push(`${name} ${locale}`);
        }
        format() {
          return "";
        }
      };
    runInNewContext(loader, {
      // Early input is kept back, which a journey tests (pressedEarly.spec.ts).
      addEventListener: (event: string, task: () => void) => {
        if (event === "DOMContentLoaded") noted(event)(task);
      },
      requestAnimationFrame: noted("frame"),
      setTimeout: noted("turn"),
      Intl: { Collator: format("list"), NumberFormat: format("number"), DateTimeFormat: format("date") },
      document: {
        hidden,
        documentElement: { dataset: { locale: "en-GB" } },
        createElement: () => ({}),
        head: {
          append: ({ src }: { src: string }) => done.push(src),
        },
      },
      self: {},
    });
    for (let next = turns.shift(); next !== undefined; next = turns.shift()) next();
    expect(done).toEqual([
      ...before,
      "/_next/static/a.js",
      "turn",
      "/_next/static/b.js",
      "turn",
      "list en-GB",
      "turn",
      "number en-GB",
      "turn",
      "date en-GB",
    ]);
  });

  it.each([
    ["without a script", "text/html", [HEAD.replaceAll(/<script.*?<\/script>/g, ""), REST]],
    ["whose head comes in two pieces", "text/html", [HEAD.slice(0, 90), HEAD.slice(90), REST]],
    [
      "with a script in a form that Next did not use before",
      "text/html",
      [HEAD.replace("async", "defer"), REST],
    ],
    ["with scripts of somebody else", "text/html", [HEAD.replaceAll("/_next/", "https://other.test/"), REST]],
    ["that is a text", "text/plain", [HEAD, REST]],
  ])("%s is left as it is", async (_, type, pieces) => {
    expect(await (await answerOf(inPieces(type, pieces))).text()).toBe(pieces.join(""));
  });

  it("whose length was announced is left as it is", async () => {
    const bytes = Buffer.from(`${HEAD}${REST}`);
    const answer = await answerOf((_, response) => {
      response.setHeader("content-type", "text/html").setHeader("content-length", bytes.length);
      response.write(bytes);
      response.end();
    });
    expect(await answer.text()).toBe(`${HEAD}${REST}`);
  });
});

describe("an answer", () => {
  const LONG = "a line of a page\n".repeat(1_000);

  it.each(["br", "gzip"])("is compressed by %s where that can be read", async (encoding) => {
    const answer = await answerOf(inPieces("text/x-component", [LONG, LONG]), {
      "accept-encoding": encoding,
    });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("vary")).toContain("Accept-Encoding");
    expect(await answer.text()).toBe(`${LONG}${LONG}`);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ["with secrets beside text of others", LONG, { "cache-control": "no-store, no-transform" }, "br"],
    ["for a client that reads no encoding", LONG, {}, "identity"],
  ])("that is a whole page %s is not compressed", async (_, text, headers, encoding) => {
    const page = { "content-type": "text/html", ...headers };
    const answer = await answerOf(asNextDoes([text], page), { "accept-encoding": encoding });
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.text()).toBe(text);
  });

  it("with secrets beside text of others is not compressed", async () => {
    const answer = await answerOf((_, response) => {
      response.writeHead(200, {
        "content-type": "application/json",
        "cache-control": "no-store, no-transform",
      });
      response.end(JSON.stringify(LONG));
    });
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.json()).toBe(LONG);
  });

  it("without a body has its status and headers", async () => {
    const answer = await answerOf((_, response) => {
      response.statusCode = 202;
      response.setHeader("x-request-id", "r");
      response.flushHeaders();
      response.end();
    });
    expect([answer.status, answer.headers.get("x-request-id"), await answer.text()]).toEqual([202, "r", ""]);
  });

  it("too long to be held leaves while it is written", async () => {
    const piece = Buffer.alloc(100_000, "x");
    let written = 0;
    const answer = await answerOf((_, response) => {
      response.setHeader("content-type", "application/octet-stream");
      while (written < 2_000_000 && response.write(piece)) written += piece.length;
      if (response.writableNeedDrain) response.once("drain", () => response.end("end"));
      else response.end("end");
    });
    expect(written).toBeLessThan(1_000_000);
    const text = await answer.text();
    expect(text).toHaveLength(written + piece.length + "end".length);
    expect(text.endsWith("xend")).toBe(true);
  });

  it("reaches the browser piece by piece", async () => {
    let goOn: () => void = () => undefined;
    const answer = await answerOf((_, response) => {
      response.setHeader("content-type", "text/html");
      response.write(Buffer.from(HEAD));
      if ("flush" in response && typeof response.flush === "function") response.flush();
      goOn = () => response.end(REST);
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain("Café");
    goOn();
    expect((await reader?.read())?.value).toContain("</html>");
  });
});
