import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetTab } from "./tabStorage.ts";
import { keepForMember, keptForMember, removeReadableOfOthers } from "./encryptedStorage.ts";

const ada = { memberId: "ada", storageKey: btoa("a".repeat(32)) };
const bela = { memberId: "bela", storageKey: btoa("b".repeat(32)) };
const lines = Array.from({ length: 300 }, (_, at) => ({ id: String(at), productId: 7_000 + at }));

/** A storage whose keys are its own properties, as in a browser. */
const METHODS = {
  getItem: (key: string) => storage[key] ?? null,
  setItem: (key: string, text: string) => void (storage[key] = text),
  removeItem: (key: string) => Reflect.deleteProperty(storage, key),
  clear: () => Object.keys(storage).forEach((key) => Reflect.deleteProperty(storage, key)),
};

let storage: Record<string, string>;
beforeEach(() => {
  vi.useFakeTimers();
  storage = Object.create(METHODS);
  Object.assign(globalThis, { sessionStorage: storage });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, "sessionStorage");
});

const stored = () => JSON.stringify(Object.entries(storage));
/** The values rest, and are encrypted. */
const rest = async () => {
  await vi.advanceTimersByTimeAsync(300);
  await vi.waitFor(() => expect(stored()).toContain("encrypted"));
};

describe("what a tab keeps for a member", () => {
  it("is there at once, and the same once it is encrypted", async () => {
    keepForMember(ada, "draft 1", lines);
    expect(await keptForMember(ada, "draft 1")).toEqual(lines);
    await rest();
    expect(stored()).not.toContain("productId");
    expect(await keptForMember(ada, "draft 1")).toEqual(lines);
  });

  it("can't be read by the next member in the same tab, survives their visit, and is there for the first one again", async () => {
    keepForMember(ada, "draft 1", lines);
    await rest();
    removeReadableOfOthers(bela.memberId);
    expect(await keptForMember(bela, "draft 1")).toBeNull();
    // Not even under the first one's name.
    expect(await keptForMember({ ...bela, memberId: ada.memberId }, "draft 1")).toBeNull();
    keepForMember(bela, "draft 1", ["bela"]);
    keepForMember(bela, "draft 1", null);
    expect(await keptForMember(ada, "draft 1")).toEqual(lines);
  });

  it("is removed when another member signs in, where it could be read", async () => {
    keepForMember(ada, "draft 1", lines);
    keepForMember(bela, "draft 2", ["bela"]);
    storage["sending sandbox ada"] = "1";
    removeReadableOfOthers(bela.memberId);
    expect(stored()).not.toContain("productId");
    expect(await keptForMember(bela, "draft 2")).toEqual(["bela"]);
    expect(storage["sending sandbox ada"]).toBe("1");
  });

  it("stays encrypted when the same is kept once more, as it is when the page is left", async () => {
    keepForMember(ada, "draft 1", lines);
    await rest();
    keepForMember(ada, "draft 1", structuredClone(lines));
    expect(stored()).not.toContain("productId");
    keepForMember(ada, "draft 1", lines.slice(1));
    expect(await keptForMember(ada, "draft 1")).toEqual(lines.slice(1));
  });

  it("is the last value, however quickly they follow each other", async () => {
    for (const value of [1, 2, 3]) keepForMember(ada, "draft 1", value);
    await rest();
    expect(await keptForMember(ada, "draft 1")).toBe(3);
    keepForMember(ada, "draft 1", 4);
    expect(await keptForMember(ada, "draft 1")).toBe(4);
  });

  it("is gone once nothing is left to keep, or the member signs out", async () => {
    keepForMember(ada, "draft 1", lines);
    keepForMember(ada, "draft 1", null);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Object.keys(storage)).toEqual([]);
    keepForMember(ada, "draft 1", lines);
    await rest();
    forgetTab();
    expect(Object.keys(storage)).toEqual([]);
  });

  it("that was damaged or moved to another name is not read", async () => {
    keepForMember(ada, "draft 1", lines);
    await rest();
    storage["member ada draft 2"] = storage["member ada draft 1"] ?? "";
    expect(await keptForMember(ada, "draft 2")).toBeNull();
    for (const encrypted of ["", "%%%", "AAAA"]) {
      storage["member ada draft 1"] = JSON.stringify({ encrypted });
      expect(await keptForMember(ada, "draft 1")).toBeNull();
    }
  });
});
