import { once } from "node:events";
import type { IncomingHttpHeaders, Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPipeline } from "#server/http/pipeline.ts";
import { createTestProgram, type TestProgram } from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
beforeAll(async () => {
  // The first settings of this file: the dashboard is reached by https.
  testProgram = await createTestProgram({ NEXTAUTH_URL: "https://desk.partner.example" });
});
afterAll(() => testProgram.close());

let server: Server;
/** The headers of the last request, as Next sees them. */
let seen: IncomingHttpHeaders;
beforeEach(async () => {
  ({ server } = createPipeline(
    (request, response) => {
      seen = request.headers;
      response.end("a page");
    },
    { https: true, development: false },
  ));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => void server.close());

async function ask(path: string, headers: Record<string, string> = {}): Promise<Headers> {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return (await fetch(`http://127.0.0.1:${address.port}${path}`, { headers })).headers;
}

const policyOf = (headers: Headers) => headers.get("content-security-policy") ?? "";

describe("a page", () => {
  it("gets a nonce of its own, told to Next and to the browser alike", async () => {
    const first = policyOf(await ask("/orders"));
    expect(first).toMatch(/'nonce-[A-Za-z0-9+/]{22}=='/);
    expect(seen["content-security-policy"]).toBe(first);
    expect(policyOf(await ask("/orders"))).not.toBe(first);
  });

  it("runs and loads only what is ours, and nothing may be evaluated", async () => {
    const policy = policyOf(await ask("/"));
    const rules = new Map(policy.split("; ").map((rule) => [rule.split(" ")[0], rule]));
    expect(rules.get("script-src")).toMatch(/^script-src 'self' 'nonce-\S+' 'strict-dynamic'$/);
    expect(rules.get("style-src")).toMatch(/^style-src 'self' 'nonce-\S+'$/);
    for (const name of ["object-src", "base-uri", "frame-ancestors"])
      expect(rules.get(name)).toBe(`${name} 'none'`);
    expect(rules.get("form-action")).toBe("form-action 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });

  it.each(["/", "/orders", "/catalog?q=/api/", "/apiary", "/api-docs", "/_next/data/x", "/robots.txt/x"])(
    "is never stored: %s",
    async (path) => {
      const headers = await ask(path);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(policyOf(headers)).toContain("'nonce-");
    },
  );

  it.each([
    "/api",
    "/api?x=1",
    "/api/orders",
    "/_next/static/x.js",
    "/icons/icon.svg",
    "/favicon.ico",
    "/robots.txt?x",
  ])("is not what is at %s, which gets no nonce", async (path) => {
    const headers = await ask(path);
    expect(headers.get("cache-control")).toBeNull();
    expect(policyOf(headers)).not.toContain("nonce");
    expect(seen["content-security-policy"]).toBeUndefined();
  });

  it.each([
    ["/team?x=1", "/team?x=1"],
    ["/team?_rsc=a1", "/team"],
    ["/team?x=a%20b&_rsc=a1&y=?", "/team?x=a%20b&y=?"],
    ["/team?my_rsc=1", "/team?my_rsc=1"],
  ])("asked for by %s is told that its path is %s, whatever the client claims", async (asked, own) => {
    const claimed = "script-src 'nonce-mine'";
    await ask(asked, { "content-security-policy": claimed, "x-codedesk-path": "//evil.example" });
    expect(seen["x-codedesk-path"]).toBe(own);
    expect(seen["content-security-policy"]).not.toContain("mine");
  });
});

describe("behind https", () => {
  it("the session's cookies are for https only", async () => {
    const member = await testProgram.addMember("buyer");
    const csrf = await testProgram.auth("csrf");
    expect(csrf.headers.getSetCookie().every((cookie) => /; Secure/i.test(cookie))).toBe(true);
    const response = await testProgram.attempt({ email: member.email, password: member.password });
    const session = response.headers.getSetCookie().find((cookie) => cookie.includes("session-token")) ?? "";
    expect(session).toMatch(/^__Host-next-auth\.session-token=.+; Path=\/; .*HttpOnly; Secure/i);
  });
});
