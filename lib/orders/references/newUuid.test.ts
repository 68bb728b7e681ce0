import { afterEach, describe, expect, it, vi } from "vitest";
import { newUuid } from "./newUuid.ts";

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

describe("a new UUID", () => {
  it("is another one each time", () => {
    expect(new Set(Array.from({ length: 100 }, newUuid)).size).toBe(100);
  });

  it("is one of version 4 as well where the page is not in a secure context", () => {
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal("crypto", { getRandomValues });
    const made = Array.from({ length: 100 }, newUuid);
    for (const each of made) expect(each).toMatch(VERSION_4);
    expect(new Set(made).size).toBe(100);
  });
});
