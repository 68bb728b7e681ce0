import { describe, expect, it } from "vitest";
import { type FaultRule, Faults, faultRuleSchema } from "./faults.ts";

const rule = (change: object = {}): FaultRule =>
  faultRuleSchema.parse({ action: { kind: "reset" }, ...change });
const isAllowed = (given: unknown): boolean => faultRuleSchema.safeParse(given).success;
const action = (given: object): boolean => isAllowed({ action: given });

describe("a fault", () => {
  it("applies once, to any call, before it is acted on, unless it says otherwise", () => {
    expect(rule()).toEqual({ when: "before", times: 1, skip: 0, action: { kind: "reset" } });
    expect(rule({ action: { kind: "answer", status: 200 } }).action).toEqual({
      kind: "answer",
      status: 200,
      body: "",
      headers: {},
    });
  });

  it("applies at least once, skips none or more, and names an operation there is", () => {
    expect([0, 1, 1.5].map((times) => isAllowed({ ...rule(), times }))).toEqual([false, true, false]);
    expect([-1, 0, 2].map((skip) => isAllowed({ ...rule(), skip }))).toEqual([false, true, true]);
    expect(["place", "pay"].map((operation) => isAllowed({ ...rule(), operation }))).toEqual([true, false]);
    expect(["before", "after", "later"].map((when) => isAllowed({ ...rule(), when }))).toEqual([
      true,
      true,
      false,
    ]);
    expect(["place", 7].map((code) => isAllowed({ ...rule(), code }))).toEqual([true, false]);
    expect(isAllowed({ ...rule(), often: 2 })).toBe(false);
  });

  it("answers with a status from 100 to 599, bytes in base64, and up to a gigabyte", () => {
    const answer = (change: object) => action({ kind: "answer", status: 200, ...change });
    expect([99, 100, 599, 600].map((status) => answer({ status }))).toEqual([false, true, true, false]);
    expect(["AP8=", "?"].map((bodyBase64) => answer({ bodyBase64 }))).toEqual([true, false]);
    expect([0, 1, 1_000_000_000, 1_000_000_001].map((padTo) => answer({ padTo }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([answer({ headers: { a: "b" } }), answer({ headers: { a: 1 } })]).toEqual([true, false]);
  });

  it("delays for an hour at most, and drips a byte a minute at least", () => {
    const kind = (name: string, ms: number) => action({ kind: name, ms });
    expect([-1, 0, 3_600_000, 3_600_001].map((ms) => kind("delay", ms))).toEqual([false, true, true, false]);
    expect([-1, 0, 60_000, 60_001].map((ms) => kind("drip", ms))).toEqual([false, true, true, false]);
  });

  it.each([
    { kind: "reset" },
    { kind: "close" },
    { kind: "hang" },
    { kind: "truncate" },
    { kind: "delay", ms: 1 },
    { kind: "drip", ms: 1 },
    { kind: "answer", status: 200 },
    { kind: "headers", headers: { age: "1" } },
  ])("of %j has nothing beside what it needs", (given) => {
    expect(action(given)).toBe(true);
    expect(action({ ...given, more: 1 })).toBe(false);
  });
});

describe("the faults in force", () => {
  const RESET = { kind: "reset" };

  it("apply to the operation, the code and the moment that they name, and to any if they name none", () => {
    const next = (given: object, ...request: Parameters<Faults["next"]>) => {
      const faults = new Faults();
      faults.add(rule(given));
      return faults.next(...request);
    };
    expect(next({}, "wallet", null, "before")).toEqual(RESET);
    expect(next({}, null, null, "before")).toEqual(RESET);
    expect(next({}, "wallet", null, "after")).toBeNull();
    expect(next({ when: "after" }, "wallet", null, "after")).toEqual(RESET);
    expect(next({ operation: "place" }, "place", null, "before")).toEqual(RESET);
    expect(next({ operation: "place" }, "order", null, "before")).toBeNull();
    expect(next({ code: "a" }, "order", "a", "before")).toEqual(RESET);
    expect(next({ code: "a" }, "order", "b", "before")).toBeNull();
  });

  it("let pass what they skip, apply as often as they say, and are gone then", () => {
    const faults = new Faults();
    faults.add(rule({ skip: 2, times: 2 }));
    const ask = () => faults.next("wallet", null, "before");
    expect([ask(), ask(), ask()]).toEqual([null, null, RESET]);
    expect(faults.all()).toMatchObject([{ skip: 0, times: 1 }]);
    expect([ask(), ask()]).toEqual([RESET, null]);
    expect(faults.all()).toEqual([]);
  });

  it("apply one at a time, the oldest first; one that skips a call leaves it to the next", () => {
    const faults = new Faults();
    faults.add(rule({ skip: 1 }));
    faults.add(rule({ action: { kind: "close" } }));
    expect(faults.next("wallet", null, "before")).toEqual({ kind: "close" });
    expect(faults.next("wallet", null, "before")).toEqual(RESET);
  });

  it("are forgotten when they are cleared, and never change the rule that was given", () => {
    const faults = new Faults();
    const given = rule({ times: 2 });
    faults.add(given);
    faults.next("wallet", null, "before");
    expect(given.times).toBe(2);
    faults.clear();
    expect(faults.all()).toEqual([]);
    expect(faults.next("wallet", null, "before")).toBeNull();
  });
});
