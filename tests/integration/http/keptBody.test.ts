import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepBody } from "#server/context/keptBody.ts";
import { ENCODED_HEADER } from "#server/http/encodedBody.ts";
import { route } from "#server/route/route.ts";
import { createTestProgram, DASHBOARD_HOST, type TestProgram } from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
let cookie: string;
beforeAll(async () => {
  testProgram = await createTestProgram();
  cookie = await testProgram.signIn(await testProgram.addMember("buyer"));
});
afterAll(() => testProgram.close());

const KEPT = { words: "again and again ".repeat(200) };
keepBody(KEPT);
const kept = route({ permission: null, handle: () => KEPT });
const unkept = route({ permission: null, handle: () => ({ ...KEPT }) });
const noSegments = { params: Promise.resolve(undefined) };
const callOf = (headers: Record<string, string>) =>
  new Request(`http://${DASHBOARD_HOST}/api/x`, {
    headers: { ...headers, cookie, "sec-fetch-site": "same-origin" },
  });

describe("an answer of a route", () => {
  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("that is kept is compressed by %s once, and sent as plain text to others", async (encoding, unpack) => {
    const compressed = await kept(callOf({ "accept-encoding": encoding }), noSegments);
    expect(compressed.headers.get(ENCODED_HEADER)).toBe(encoding);
    const bytes = new Uint8Array(await compressed.arrayBuffer());
    expect(JSON.parse(unpack(bytes).toString("utf8"))).toEqual(KEPT);
    const plain = await kept(callOf({ "accept-encoding": "identity" }), noSegments);
    expect(plain.headers.has(ENCODED_HEADER)).toBe(false);
    expect(await plain.json()).toEqual(KEPT);
  });

  it("that is not kept is left to the guard", async () => {
    const answer = await unkept(callOf({ "accept-encoding": "br" }), noSegments);
    expect(answer.headers.has(ENCODED_HEADER)).toBe(false);
    expect(await answer.json()).toEqual(KEPT);
  });
});
