import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LookUpAnswer } from "#lib/contracts/codes/lookUp.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type * as Kept from "./keptLookUp.ts";

const answer = (reference: string, outcome: LookUpAnswer["outcome"]) => ({
  reference,
  answer: { reference, outcome, order: null, suggestions: [], message: null, retryAfterSeconds: null },
});
const CODE = "TEST-1234-5678";
const ROWS = [
  answer("CD-1", "found"),
  answer("none-1", "not_found"),
  answer(CODE, "code"),
  { reference: "open-1", answer: null },
  answer("CD-2", "found"),
];
const KEPT = { text: "CD-1\nnone-1", rows: ROWS };

const placeOf = (environment: Environment, memberId: string) => ({
  environment,
  owner: { memberId, storageKey: btoa(memberId.padEnd(32, "k")) },
});
const ADA = placeOf("sandbox", "ada");
const OTHERS = [placeOf("production", "ada"), placeOf("sandbox", "bela")];

describe("a look-up that is left for one of its orders", () => {
  const room = new Map<string, string>();
  /** As after a load of the page: nothing is in its memory. */
  const load = async (): Promise<typeof Kept> => {
    vi.resetModules();
    return import("./keptLookUp.ts");
  };
  beforeEach(() => {
    room.clear();
    const storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
      getItem: (key) => room.get(key) ?? null,
      setItem: (key, text) => void room.set(key, text),
      removeItem: (key) => void room.delete(key),
    };
    Object.assign(globalThis, { sessionStorage: storage });
    return () => Reflect.deleteProperty(globalThis, "sessionStorage");
  });

  it("is there after Back, without its codes, for this member in this environment alone", async () => {
    const { keepLookUp, keptLookUp, foundBefore } = await load();
    keepLookUp(ADA, KEPT);
    const rows = ROWS.filter(({ reference }) => reference !== CODE);
    expect(keptLookUp(ADA)).toEqual({ ...KEPT, rows });
    expect(await foundBefore(ADA)).toEqual([]);
    for (const other of OTHERS) {
      expect(keptLookUp(other)).toEqual({ text: "", rows: [] });
      expect(await foundBefore(other)).toEqual([]);
    }
  });

  it("has its found references after a reload, and no text that may be a code is stored", async () => {
    const before = await load();
    before.keepLookUp(ADA, KEPT);
    expect([...room.values()]).toEqual([JSON.stringify(["CD-1", "CD-2"])]);
    const after = await load();
    expect(await after.foundBefore(ADA)).toEqual(["CD-1", "CD-2"]);
    for (const other of OTHERS) expect(await after.foundBefore(other)).toEqual([]);
    after.keepLookUp(ADA, { text: "", rows: [] });
    expect(room.size).toBe(0);
  });

  it.each([["7"], ["{}"], ['[7,"CD-3"]'], ["["]])(
    "survives that something else is in its place: %s",
    async (text) => {
      const before = await load();
      before.keepLookUp(ADA, KEPT);
      for (const key of room.keys()) room.set(key, text);
      const after = await load();
      expect(await after.foundBefore(ADA)).toEqual(text.includes("CD-3") ? ["CD-3"] : []);
    },
  );

  it("keeps what was typed in the field, without what turned out to be a code", async () => {
    const { withoutCodes } = await load();
    const typed = `CD-1, ${CODE};  none-1`;
    expect(withoutCodes(typed, [answer("CD-1", "found")])).toBe(typed);
    expect(withoutCodes(typed, ROWS)).toBe("CD-1\nnone-1");
    expect(withoutCodes("CD-1,  none-1", ROWS)).toBe("CD-1,  none-1");
  });
});
