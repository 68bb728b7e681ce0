import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { MutationObserver } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { BACKGROUND_HEADER } from "#lib/contracts/backgroundHeader.ts";
import type { Address } from "#lib/paths.ts";
import { fetchJson, type FetchOptions } from "#lib/queries/client/fetchJson.ts";
import { noteInput } from "#lib/queries/client/presence.ts";
import { asProblem, isProblemError } from "#lib/queries/client/problemError.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { DAY, MINUTE } from "#lib/time/instant.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer = () => undefined;
let server: Server;
let base = "";

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  // A server that listens on a port has an address of this form.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const reply = (status: number, body: string, type = "application/json"): void => {
  answer = (_request, response) => response.writeHead(status, { "content-type": type }).end(body);
};
const address = (): Address<"totp"> => `${base}/api/x`;
const call = (options: Partial<FetchOptions<"POST" | "PUT" | "DELETE">> = {}) =>
  fetchJson(address(), { environment: "sandbox", ...options });
const problemOf = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isProblemError(error)) throw new Error("It was not refused with a problem.");
  return error.problem;
};

describe("who asks", () => {
  afterEach(() => void vi.useRealTimers());

  it("is said with every call: a person for a minute after they used the page, then the page by itself", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const asBackground = async () => {
      const header = new Promise<unknown>((told) => {
        answer = (request, response) => {
          told(request.headers[BACKGROUND_HEADER]);
          response.end("{}");
        };
      });
      await call();
      return header;
    };
    noteInput();
    const used = Date.now();
    vi.setSystemTime(used + MINUTE - 1);
    expect(await asBackground()).toBeUndefined();
    vi.setSystemTime(used + MINUTE);
    expect(await asBackground()).toBe("1");
    vi.setSystemTime(used + DAY);
    expect(await asBackground()).toBe("1");
    noteInput();
    expect(await asBackground()).toBeUndefined();
  });
});

describe("a call of the dashboard's own interface", () => {
  it("says which environment its page shows, and sends JSON", async () => {
    const seen = new Promise<{ headers: IncomingMessage["headers"]; text: string }>((told) => {
      answer = (request, response) => {
        let text = "";
        request.on("data", (chunk) => (text += String(chunk)));
        request.on("end", () => {
          told({ headers: request.headers, text });
          response.end('{"fine":true}');
        });
      };
    });
    expect(await call({ method: "POST", body: { a: 1 }, environment: "production" })).toEqual({ fine: true });
    const { headers, text } = await seen;
    expect(headers["x-codedesk-environment"]).toBe("production");
    expect(headers["content-type"]).toBe("application/json");
    expect(text).toBe('{"a":1}');
  });

  it("throws the whole problem document, the service's own words included", async () => {
    const sent = {
      type: "rejected",
      title: "Refused",
      status: 422,
      detail: "The service refused this order.",
      requestId: "r-1",
      service: {
        statusCode: 422,
        error: "Unprocessable Entity",
        message: "Product 12 is not available for purchase.",
      },
    };
    reply(422, JSON.stringify(sent), "application/problem+json");
    expect(await problemOf(call({ method: "POST", body: {} }))).toEqual(sent);
  });

  it.each([
    [500, "<html>oops</html>"],
    [502, '{"detail":7}'],
    [200, "not json"],
    [404, "null"],
  ])("that is answered %i with %j becomes a clear error, never data", async (status, body) => {
    reply(status, body);
    expect(await problemOf(call())).toMatchObject({ type: "unreadable", status });
  });

  it("that changes something and gets no answer never claims that nothing was done", async () => {
    answer = (request) => request.socket.destroy();
    const problem = await problemOf(call({ method: "POST", body: {} }));
    expect(problem.type).toBe("no-answer");
    expect(problem.detail).toContain("don't know whether this was done");
    expect((await problemOf(call())).detail).not.toContain("was done");
  });

  it("that is redirected goes nowhere", async () => {
    answer = (request, response) => {
      if (request.url === "/api/elsewhere") response.end('{"followed":true}');
      else response.writeHead(302, { location: "/api/elsewhere" }).end();
    };
    expect((await problemOf(call())).type).toBe("no-answer");
  });

  it("that is aborted throws the abort, so that no error is shown", async () => {
    answer = () => undefined;
    const control = new AbortController();
    const pending = call({ signal: control.signal });
    control.abort();
    await expect(pending).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("fetchJson", () => {
  it("an error nobody planned is shown without its inner words", () => {
    expect(asProblem(new TypeError("x.y is undefined")).detail).not.toContain("undefined");
  });
});

describe("the query client", () => {
  it("sends a mutation once, whatever comes of it", async () => {
    let calls = 0;
    answer = (request) => {
      calls += 1;
      request.socket.destroy();
    };
    await new MutationObserver(makeQueryClient(), { mutationFn: () => call({ method: "POST", body: {} }) })
      .mutate()
      .catch(() => undefined);
    expect(calls).toBe(1);
  });

  it("neither repeats a refused read", async () => {
    let calls = 0;
    answer = (_request, response) => {
      calls += 1;
      response
        .writeHead(403)
        .end(JSON.stringify({ type: "forbidden", title: "No", status: 403, detail: "No.", requestId: "r" }));
    };
    await makeQueryClient()
      .fetchQuery({ queryKey: ["x"], queryFn: () => call() })
      .catch(() => undefined);
    expect(calls).toBe(1);
  });
});
