import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { draftBackup } from "./draftBackup.ts";
import { keepInTab } from "#lib/queries/client/tabStorage.ts";

const id = newUuid();
const owner = { memberId: "ada", storageKey: btoa("k".repeat(32)) };
const line = { id, productId: 7, amount: "5.00", quantity: "2", countryCode: "DE" };
const backup = {
  version: 3,
  change: {
    texts: [{ field: "note" as const, before: "", after: "for Friday" }],
    lines: [
      { id, before: line, after: { ...line, quantity: "20" } },
      { id: newUuid(), before: null, after: { ...line, id: newUuid() }, follows: id },
      { id: newUuid(), before: line, after: null, followed: null },
    ],
  },
  notices: [{ kind: "kept" as const, lineId: id, productId: 7 }],
};

/** Variants of a value in which one part is missing or replaced. */
function* damaged(value: unknown, instead: unknown): Generator<object> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (!OPTIONAL.has(key)) yield place(value, key, instead);
    for (const worse of damaged(part, instead)) yield place(value, key, worse);
  }
}
const OPTIONAL = new Set(["follows", "followed", "notices"]);

function place(value: object, key: string, part: unknown): object {
  if (Array.isArray(value)) return value.with(Number(key), part);
  return { ...value, [key]: part };
}

describe("what a tab keeps of a draft that is not saved", () => {
  const room = new Map<string, string>();
  beforeEach(() => {
    const storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
      getItem: (key) => room.get(key) ?? null,
      setItem: (key, text) => void room.set(key, text),
      removeItem: (key) => void room.delete(key),
    };
    Object.assign(globalThis, { sessionStorage: storage });
  });
  afterEach(() => {
    room.clear();
    Reflect.deleteProperty(globalThis, "sessionStorage");
  });

  it("is read as it was kept, and gone when nothing is left to keep", async () => {
    draftBackup.keep(owner, id, backup);
    expect(await draftBackup.read(owner, id)).toEqual(backup);
    draftBackup.keep(owner, id, null);
    expect(await draftBackup.read(owner, id)).toBeNull();
  });

  it("is not read when any part of it is damaged", async () => {
    for (const instead of [undefined, {}, true, 1.5]) {
      for (const worse of damaged({ version: backup.version, change: backup.change }, instead)) {
        keepInTab(`member ada draft ${id}`, { ...worse, notices: backup.notices });
        expect(await draftBackup.read(owner, id), JSON.stringify(worse)).toBeNull();
      }
    }
  });

  it("is not read when it is anything else, and nothing fails", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        room.set(`member ada draft ${id}`, JSON.stringify(value));
        expect(await draftBackup.read(owner, id)).toBeNull();
      }),
    );
  });
});
