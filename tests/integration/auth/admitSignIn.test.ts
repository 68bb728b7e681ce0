import { once } from "node:events";
import type { Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import { refuseAnonymous } from "#server/auth/sessions/refuseAnonymous.ts";
import { admitSignIn } from "#server/auth/signIn/admitSignIn.ts";
import { refreshKnownAddresses } from "#server/auth/signIn/knownAddresses.ts";
import { replaceSingleton } from "#server/context/processSingleton.ts";
import { addressGroup } from "#server/http/clientAddress.ts";
import { createPipeline } from "#server/http/pipeline.ts";
import { peerHeader } from "#server/http/peerAddress.ts";
import { cookiesOf, createTestProgram, type Member, type TestProgram } from "#tests/support/testProgram.ts";

const SIGN_IN = "/api/auth/callback/credentials";

let testProgram: TestProgram;
let member: Member;
let server: Server;
let origin: string;
let handled: string[];
beforeAll(async () => {
  testProgram = await createTestProgram({ TRUSTED_PROXIES: "1" });
  member = await testProgram.addMember("buyer");
  ({ server } = createPipeline(
    (request, response) => {
      handled.push(request.url ?? "");
      request.resume();
      response.end();
    },
    {
      https: false,
      development: false,
      refuse: (request) => refuseAnonymous(request) ?? admitSignIn(request),
    },
  ));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});
beforeEach(() => {
  handled = [];
  forget("signInRates", { client: new Map(), stranger: new Map(), known: new Map() });
  forget("knownAddresses", { groups: new Set(), readAt: testProgram.now(), reading: null });
});
afterAll(async () => {
  server.close();
  await testProgram.close();
});

/** Resets state as if this process had just started. */
const forget = (name: string, fresh: object) => replaceSingleton(name, fresh);

async function signIn(from: string, cookie = "", path = SIGN_IN): Promise<number> {
  const headers = { "x-forwarded-for": from, cookie, "content-type": "application/json" };
  const answer = await fetch(`${origin}${path}`, { method: "POST", headers, body: "{}" });
  await answer.arrayBuffer();
  return answer.status;
}

/** Sends all requests before a rate gives anything back, however slow the machine is. */
async function atOnce(count: number, send: (n: number) => Promise<number>): Promise<number[]> {
  const timer = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  try {
    return await Promise.all(Array.from({ length: count }, (_, n) => send(n)));
  } finally {
    timer.mockRestore();
  }
}

/** Uses up the rate that strangers share, as a lasting flood does. */
function exhaustStrangers(): void {
  const used = { tokens: 0, at: performance.now() + MINUTE };
  forget("signInRates", { client: new Map(), stranger: new Map([["stranger", used]]), known: new Map() });
}

describe("under a flood of sign-ins from everywhere", () => {
  it("strangers are let through at their rate, and the others are told when to come again", async () => {
    const statuses = await atOnce(60, (n) => signIn(`198.51.100.${n}`));
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(handled).toHaveLength(20);
    exhaustStrangers();
    const answer = await fetch(`${origin}${SIGN_IN}`, {
      method: "POST",
      headers: { "x-forwarded-for": "198.51.100.99" },
    });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  });

  it("a place that a member has signed in from keeps its way in, on every instance", async () => {
    const here = "192.0.2.71";
    // Through the verb, like another instance: this process learns of it from the database.
    const forwarded = { ...Object.fromEntries([peerHeader("127.0.0.1")]), "x-forwarded-for": here };
    await testProgram.signIn(member, forwarded);
    forget("knownAddresses", { groups: new Set(), readAt: testProgram.now(), reading: null });
    exhaustStrangers();
    expect(await signIn(here)).toBe(503);
    await refreshKnownAddresses(testProgram.program);
    expect(await signIn(here)).toBe(200);
    expect(await signIn("192.0.2.72")).toBe(503);
  });

  it("a place is known at once where the sign-in was, and elsewhere after a minute", async () => {
    const here = "192.0.2.73";
    const forwarded = { ...Object.fromEntries([peerHeader("127.0.0.1")]), "x-forwarded-for": here };
    await testProgram.signIn(member, forwarded);
    exhaustStrangers();
    expect(await signIn(here)).toBe(200);
    forget("knownAddresses", { groups: new Set(), readAt: testProgram.now(), reading: null });
    expect(await signIn(here)).toBe(503);
    testProgram.advance(MINUTE);
    await expect.poll(() => signIn(here)).toBe(200);
  });

  it("a known device keeps its way in from anywhere, and a made-up one is none", async () => {
    const first = await testProgram.attempt({ email: member.email, password: member.password });
    const device =
      cookiesOf(first)
        .split("; ")
        .find((pair) => pair.includes("codedesk-device")) ?? "";
    exhaustStrangers();
    expect(await signIn("203.0.113.5", device)).toBe(200);
    expect(await signIn("203.0.113.5", `${device.slice(0, -3)}AAA`)).toBe(503);
  });
});

describe("one client that signs in without end", () => {
  it("does not use up what all strangers have, nor what known ones have", async () => {
    const many = await atOnce(30, () => signIn("198.51.100.7"));
    expect(many.filter((status) => status === 200).length).toBeLessThan(20);
    expect(await signIn("198.51.100.8")).toBe(200);
    const first = await testProgram.attempt({ email: member.email, password: member.password });
    const device =
      cookiesOf(first)
        .split("; ")
        .find((pair) => pair.includes("codedesk-device")) ?? "";
    const own = await atOnce(30, () => signIn("203.0.113.6", device));
    expect(own.filter((status) => status === 200).length).toBeLessThan(20);
  });
});

describe("a flood from more clients than are remembered", () => {
  it("does not give one that is remembered a fresh rate, however often another one comes", async () => {
    const [oldest, other] = ["198.51.100.1", "198.51.100.2"];
    const now = performance.now();
    const spent = { tokens: 0, at: now + MINUTE };
    const client = new Map([oldest, other].map((id) => [addressGroup(id), spent]));
    for (let n = client.size; n < 10_000; n += 1) client.set(`filler ${n}`, { tokens: 10, at: now });
    forget("signInRates", { client, stranger: new Map(), known: new Map() });
    expect(await signIn(other)).toBe(503);
    expect(await signIn(oldest)).toBe(503);
    expect(client.size).toBe(10_000);
    // Only a new one makes room.
    expect(await signIn("198.51.100.3")).toBe(200);
    expect(client.size).toBe(10_000);
    // Not by forgetting one that has just come.
    expect(await signIn(oldest)).toBe(503);
  });
});

describe("single sign-on, each step of which asks the identity provider before it knows who comes", () => {
  const callback = "/api/auth/callback/oidc?code=any&state=any";
  async function arrive(from: string, cookie = ""): Promise<number> {
    const answer = await fetch(`${origin}${callback}`, { headers: { "x-forwarded-for": from, cookie } });
    await answer.arrayBuffer();
    return answer.status;
  }

  it("is let through at a rate, from one client and from all strangers, and passwords have theirs besides", async () => {
    const one = await atOnce(60, () => arrive("198.51.100.7"));
    expect(one.filter((status) => status === 200).length).toBeLessThan(40);
    const all = await atOnce(150, (n) => arrive(`203.0.113.${n}`));
    const admitted = all.filter((status) => status === 200).length;
    expect(admitted).toBeGreaterThan(20);
    expect(admitted).toBeLessThan(110);
    const used = { tokens: 0, at: performance.now() + MINUTE };
    forget("signInRates", { providerStranger: new Map([["stranger", used]]) });
    expect(await arrive("203.0.113.200")).toBe(503);
    expect(await signIn("203.0.113.200", "", "/api/auth/signin/oidc")).toBe(503);
    expect(await signIn("203.0.113.200")).toBe(200);
    const first = await testProgram.attempt({ email: member.email, password: member.password });
    const device = cookiesOf(first)
      .split("; ")
      .find((pair) => pair.includes("codedesk-device"));
    expect(await arrive("203.0.113.201", device)).toBe(200);
  });
});

describe("other requests", () => {
  it("are none of its business, however the path is spelt a sign-in is one, and so is each further step", async () => {
    exhaustStrangers();
    handled = [];
    expect(await signIn("198.51.100.9", "", "/api/auth/signout")).toBe(200);
    expect(await signIn("198.51.100.9", "", "/api/auth/callback/%63redentials")).toBe(503);
    expect(await signIn("198.51.100.9", "", "/api/sign-in/second-factor")).toBe(503);
    expect(await signIn("198.51.100.9", "", "/api/sign-in/passkey/challenge")).toBe(503);
    expect(handled).toEqual(["/api/auth/signout"]);
  });

  it("are refused for want of a session before the handler is asked, and for a method that no address has before that", async () => {
    const asked = async (method: string, path: string, cookie = "") => {
      const headers: Record<string, string> = cookie === "" ? {} : { cookie };
      return (await fetch(`${origin}${path}`, { method, headers })).status;
    };
    const cookie = "next-auth.session-token=anything";
    expect(await asked("DELETE", "/api/made-up")).toBe(401);
    for (const method of ["PROPFIND", "LOCK"]) {
      expect(await asked(method, `/api/made-up-${method}`)).toBe(501);
      expect(await asked(method, "/api/made-up", cookie)).toBe(501);
      expect(await asked(method, "/catalog")).toBe(501);
    }
    expect(handled).toEqual([]);
    await asked("DELETE", "/api/made-up", cookie);
    expect(handled).toEqual(["/api/made-up"]);
  });

  it("without a session cookie get 401 before anything is done for them, with any cookie the route decides", async () => {
    expect(await signIn("198.51.100.9", "", "/api/orders")).toBe(401);
    expect(await signIn("198.51.100.9", "theme=dark", "/api/orders?x=1")).toBe(401);
    expect(handled).toEqual([]);
    expect(await signIn("198.51.100.9", "a=b; next-auth.session-token=anything", "/api/orders")).toBe(200);
    expect(await signIn("198.51.100.9", "", "/api/health/live")).toBe(200);
  });
});
