import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { describe, expect, it } from "vitest";
import { readToken } from "./readToken.ts";

const SECRET = "a secret of tests, thirty-two long";
const OTHER = "another one of tests, just as long";
const now = Date.now();

async function cookieOf(payload: Record<string, unknown>, maxAge = 60): Promise<string> {
  return encode({ token: payload, secret: SECRET, maxAge });
}

describe("a session token", () => {
  it("a token that is known is still not taken with another secret, nor altered", async () => {
    const session = { sub: randomUUID(), sid: randomUUID() };
    const cookie = await cookieOf(session);
    expect(await readToken(cookie, SECRET, now)).toEqual(session);
    expect(await readToken(cookie, SECRET, now)).toEqual(session);
    expect(await readToken(cookie, OTHER, now)).toBeNull();
    for (const at of [0, 30, cookie.length - 2]) {
      const letter = cookie.charAt(at) === "A" ? "B" : "A";
      expect(await readToken(cookie.slice(0, at) + letter + cookie.slice(at + 1), SECRET, now)).toBeNull();
    }
  });

  it("a token that has ended is refused", async () => {
    const cookie = await cookieOf({ sub: randomUUID(), sid: randomUUID() }, -3_600);
    expect(await readToken(cookie, SECRET, now)).toBeNull();
  });

  it("what is encrypted by us, but is no session, is none", async () => {
    for (const payload of [{}, { sub: randomUUID() }, { sub: "1", sid: "2" }, { state: "of single sign-on" }])
      expect(await readToken(await cookieOf(payload), SECRET, now)).toBeNull();
  });

  it("of very many tokens all are read alike, also those that are no longer kept", async () => {
    const first = { sub: randomUUID(), sid: randomUUID() };
    const cookie = await cookieOf(first);
    await readToken(cookie, SECRET, now);
    const others = await Promise.all(
      Array.from({ length: 1_050 }, () => cookieOf({ sub: randomUUID(), sid: randomUUID() })),
    );
    for (const other of others) expect(await readToken(other, SECRET, now)).not.toBeNull();
    expect(await readToken(cookie, SECRET, now)).toEqual(first);
  });
});
