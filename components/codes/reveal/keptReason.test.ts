import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forgetMember } from "#lib/queries/team/session.ts";
import { forgetReason, keepReason, keptReason } from "./keptReason.ts";

describe("the reason that was typed before signing in again", () => {
  const room = new Map<string, string>();
  const blocked = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  const install = (storage: object) => Object.assign(globalThis, { sessionStorage: storage });
  beforeEach(() =>
    install({
      getItem: (key: string) => room.get(key) ?? null,
      setItem: (key: string, text: string) => void room.set(key, text),
      removeItem: (key: string) => void room.delete(key),
      clear: () => room.clear(),
    }),
  );
  afterEach(() => {
    room.clear();
    Reflect.deleteProperty(globalThis, "sessionStorage");
  });

  it("is kept for its order and its member alone, until it is used or the member signs out", () => {
    keepReason("ada", "CD-1", "A customer waits");
    expect([keptReason("ada", "CD-1"), keptReason("ada", "CD-2")]).toEqual(["A customer waits", ""]);
    expect(keptReason("bela", "CD-1")).toBe("");
    forgetReason("ada");
    expect(keptReason("ada", "CD-1")).toBe("");
    keepReason("ada", "CD-1", "A customer waits");
    forgetMember();
    expect(keptReason("ada", "CD-1")).toBe("");
  });

  it("is not read from anything else, and nothing fails", () => {
    for (const text of ["", "{", "7", '["CD-1"]', '["CD-1",7]', "null"]) {
      room.set("member ada reveal-reason", text);
      expect(keptReason("ada", "CD-1")).toBe("");
    }
  });

  it("stops nobody from revealing or signing out where the browser blocks storage or has no room", () => {
    install({ getItem: blocked, setItem: blocked, removeItem: blocked, clear: blocked });
    expect(() => keepReason("ada", "CD-1", "A customer waits")).not.toThrow();
    expect(keptReason("ada", "CD-1")).toBe("");
    expect(() => forgetReason("ada")).not.toThrow();
    expect(forgetMember).not.toThrow();
  });
});
