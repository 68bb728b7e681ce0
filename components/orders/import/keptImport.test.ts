import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as Kept from "./keptImport.ts";

const placeOf = (memberId: string, draftId = "d1") => ({
  draftId,
  owner: { memberId, storageKey: btoa(memberId.padEnd(32, "k")) },
});
const ADA = placeOf("ada");
const WORK: Kept.KeptWork = {
  choice: { separator: ";", encoding: "windows-1252" },
  settings: {
    hasHeads: true,
    mapping: { productId: 0, quantity: 2 },
    leaveOutHidden: false,
    answered: ["column quantity"],
  },
  edits: [[3, { values: { quantity: "3" }, isOffered: false, accepted: ["Is it?"] }]],
  added: { lines: 1, rows: [2] },
  isOpen: true,
};
const BYTES = Uint8Array.from({ length: 300 }, (_, at) => at % 256);
const FILE = { kind: "file" as const, file: new File([BYTES], "order.csv") };

describe("an import that is left", () => {
  /** A storage whose keys are its own properties, as in a browser. */
  let room: Record<string, string>;
  /** As after a load of the page: nothing is in its memory. */
  const load = async (): Promise<typeof Kept> => {
    vi.resetModules();
    return import("./keptImport.ts");
  };
  beforeEach(() => {
    room = Object.create({
      getItem: (key: string) => room[key] ?? null,
      setItem: (key: string, text: string) => void (room[key] = text),
      removeItem: (key: string) => Reflect.deleteProperty(room, key),
    });
    Object.assign(globalThis, { sessionStorage: room });
    return () => Reflect.deleteProperty(globalThis, "sessionStorage");
  });

  it("is there after a reload with its file, columns and corrections, for this member and draft alone", async () => {
    const before = await load();
    expect(await before.keepTable(ADA, FILE)).toBe(true);
    before.keepWork(ADA, WORK);
    const after = await load();
    const kept = await after.readImport(ADA);
    expect(kept?.work).toEqual(WORK);
    if (kept?.table.kind !== "file") throw new Error("the file is not kept");
    expect(kept.table.file.name).toBe("order.csv");
    expect(new Uint8Array(await kept.table.file.arrayBuffer())).toEqual(BYTES);
    for (const other of [placeOf("bela"), placeOf("ada", "d2")]) {
      expect(await before.readImport(other)).toBeNull();
      expect(await after.readImport(other)).toBeNull();
    }
    after.forgetImport(ADA);
    expect(Object.keys(room)).toEqual([]);
    expect(await after.readImport(ADA)).toBeNull();
  });

  it("keeps a pasted table with its formatted copy", async () => {
    const before = await load();
    const pasted = { kind: "text" as const, text: "1\t2", copy: { html: "<table>", isEdited: false } };
    await before.keepTable(ADA, pasted);
    before.keepWork(ADA, WORK);
    expect((await (await load()).readImport(ADA))?.table).toEqual(pasted);
  });

  it("is in the page's memory alone if its table is too large for the tab, and says so", async () => {
    const before = await load();
    const large = { kind: "text" as const, text: "1\t2\n".repeat(300_000) };
    expect(await before.keepTable(ADA, large)).toBe(false);
    before.keepWork(ADA, WORK);
    expect((await before.readImport(ADA))?.table).toBe(large);
    expect(await (await load()).readImport(ADA)).toBeNull();
    const file = new File([new Uint8Array(800_000)], "large.csv");
    expect(await before.keepTable(ADA, { kind: "file", file })).toBe(false);
  });

  it("says that a table is not kept if the tab has no room for it", async () => {
    Object.setPrototypeOf(room, {
      getItem: () => null,
      setItem: () => {
        throw new Error("full");
      },
      removeItem: () => undefined,
    });
    expect(await (await load()).keepTable(ADA, FILE)).toBe(false);
  });

  it("is not kept after it was given up while its file was read", async () => {
    const before = await load();
    const keeping = before.keepTable(ADA, FILE);
    before.forgetImport(ADA);
    expect(await keeping).toBe(false);
    expect(Object.keys(room)).toEqual([]);
  });

  it.each([{}, [], 7, { ...WORK, edits: [[0, {}]] }, { ...WORK, choice: { encoding: "toString" } }])(
    "is nothing if something else is in its place: %j",
    async (other) => {
      const before = await load();
      await before.keepTable(ADA, FILE);
      before.keepWork(ADA, WORK);
      room["member ada import work d1"] = JSON.stringify(other);
      expect(await (await load()).readImport(ADA)).toBeNull();
    },
  );
});
