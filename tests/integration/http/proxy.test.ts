import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { config, proxy } from "#proxy.ts";
import { createTestProgram, type TestProgram } from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
beforeAll(async () => {
  // The first settings of this file: the dashboard is reached by https.
  testProgram = await createTestProgram({ NEXTAUTH_URL: "https://desk.partner.example" });
});
afterAll(() => testProgram.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`https://desk.partner.example${path}`, { headers }));
/** How Next passes the changed headers of the request on. */
const passedOn = (response: Response, name: string) => response.headers.get(`x-middleware-request-${name}`);

describe("proxy.ts", () => {
  it("each page gets a nonce of its own, told to the page and to the browser alike", () => {
    const [first, second] = [ask("/orders"), ask("/orders")];
    const policy = first.headers.get("content-security-policy") ?? "";
    const nonce = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(policy)?.[1];
    expect(nonce).toBeDefined();
    expect(passedOn(first, "x-nonce")).toBe(nonce);
    expect(passedOn(first, "content-security-policy")).toBe(policy);
    expect(second.headers.get("content-security-policy")).not.toBe(policy);
  });

  it("pages run and load only what is ours, and nothing may be evaluated", () => {
    const policy = ask("/").headers.get("content-security-policy") ?? "";
    const rules = new Map(policy.split("; ").map((rule) => [rule.split(" ")[0], rule]));
    expect(rules.get("script-src")).toMatch(/^script-src 'self' 'nonce-\S+' 'strict-dynamic'$/);
    expect(rules.get("style-src")).toMatch(/^style-src 'self' 'nonce-\S+'$/);
    for (const name of ["object-src", "base-uri", "frame-ancestors"])
      expect(rules.get(name)).toBe(`${name} 'none'`);
    expect(rules.get("form-action")).toBe("form-action 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });

  it("pages are never stored, and nothing of the interface passes the proxy, which would read its body", () => {
    expect(ask("/orders").headers.get("cache-control")).toBe("no-store");
    const passes = (path: string) => config.matcher.some((matcher) => new RegExp(`^${matcher}$`).test(path));
    for (const path of ["/api", "/api/orders", "/api/auth/callback/credentials", "/_next/static/x.js"]) {
      expect(passes(path)).toBe(false);
    }
    for (const path of ["/", "/orders", "/apiary", "/api-docs"]) expect(passes(path)).toBe(true);
  });

  it("what a client claims about nonce and path is overwritten", () => {
    const response = ask("/team?x=1", { "x-nonce": "mine", "x-codedesk-path": "//evil.example" });
    expect(passedOn(response, "x-nonce")).not.toBe("mine");
    expect(passedOn(response, "x-codedesk-path")).toBe("/team?x=1");
  });

  it("behind https the session's cookies are for https only", async () => {
    const member = await testProgram.addMember("buyer");
    const csrf = await testProgram.auth("csrf");
    expect(csrf.headers.getSetCookie().every((cookie) => /; Secure/i.test(cookie))).toBe(true);
    const response = await testProgram.attempt({ email: member.email, password: member.password });
    const session = response.headers.getSetCookie().find((cookie) => cookie.includes("session-token")) ?? "";
    expect(session).toMatch(/^__Host-next-auth\.session-token=.+; Path=\/; .*HttpOnly; Secure/i);
  });
});
