import { afterEach, describe, expect, it, vi } from "vitest";
import { newUuid } from "./newUuid.ts";

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

describe("a new UUID", () => {
  it("is another one each time", () => {
    expect(new Set(Array.from({ length: 100 }, newUuid)).size).toBe(100);
  });

  it("is made by the browser itself if it can", () => {
    const own = "01234567-89ab-4cde-8f01-23456789abcd";
    vi.stubGlobal("crypto", { randomUUID: () => own });
    expect(newUuid()).toBe(own);
  });

  it.each([
    [0x00, "00000000-0000-4000-8000-000000000000"],
    [0xff, "ffffffff-ffff-4fff-bfff-ffffffffffff"],
  ])("is random but for its version and variant, if made of bytes like %d", (byte, uuid) => {
    vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes.fill(byte) });
    expect(newUuid()).toBe(uuid);
  });

  it("is one of version 4 as well where the page is not in a secure context", () => {
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal("crypto", { getRandomValues });
    const made = Array.from({ length: 100 }, newUuid);
    for (const each of made) expect(each).toMatch(VERSION_4);
    expect(new Set(made).size).toBe(100);
  });
});
