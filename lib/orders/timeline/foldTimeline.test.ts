import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "#lib/contracts/orders/order.ts";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { countAttempts, foldTimeline } from "./foldTimeline.ts";

const ACTIONS = [
  "order.confirmed",
  "order.attempt-started",
  "order.attempted",
  "order.state",
  "order.alarm",
  "codes.revealed",
  "order.forgotten",
];

const entry = (more: Partial<TimelineEntry>): TimelineEntry => ({
  id: "1",
  at: "2030-01-01T12:00:00.000Z",
  action: "order.attempted",
  actor: null,
  from: "waiting",
  to: "waiting",
  details: {},
  ...more,
});
const started = entry({ action: "order.attempt-started", to: "submitting" });
const throttled = entry({ from: "submitting", details: { outcome: "throttled" } });
const accepted = entry({ from: "submitting", to: "processing" });
const kindsOf = (entries: TimelineEntry[]) =>
  foldTimeline(entries).map((run) => [run.kind, run.entries.length]);

describe("a folded timeline", () => {
  it("loses no record and keeps their order, whatever was recorded", () => {
    const anyEntry = fc.record({
      id: fc.nat().map(String),
      at: fc.constant("2030-01-01T12:00:00.000Z"),
      action: fc.constantFrom(...ACTIONS),
      actor: fc.constantFrom(null, "Ada", "Bea"),
      from: fc.option(fc.constantFrom(...ORDER_STATES)),
      to: fc.option(fc.constantFrom(...ORDER_STATES)),
      details: fc.constantFrom<Record<string, unknown>>({}, { alarm: "Look." }, { outcome: "throttled" }),
    });
    const repeated = fc.array(fc.tuple(anyEntry, fc.integer({ min: 1, max: 5 })), { maxLength: 12 });
    fc.assert(
      fc.property(repeated, (parts) => {
        const entries = parts.flatMap(([each, times]) => Array.from({ length: times }, () => ({ ...each })));
        const runs = foldTimeline(entries);
        const flat = runs.flatMap((run) => run.entries);
        expect(flat).toHaveLength(entries.length);
        expect(flat.every((each, place) => each === entries[place])).toBe(true);
        for (const run of runs) {
          expect(run.kind === "single" ? run.entries.length === 1 : run.entries.length >= 2).toBe(true);
          const hasAlarm = run.entries.some(({ details }) => details.alarm !== undefined);
          expect(run.kind === "single" || !hasAlarm).toBe(true);
        }
      }),
    );
  });

  it("shows attempts that settled nothing as one, and the one that did by itself", () => {
    const confirmed = entry({ action: "order.confirmed", from: null, to: "submitting" });
    const twelve = Array.from({ length: 12 }, () => [started, throttled]).flat();
    expect(kindsOf([confirmed, throttled, ...twelve, started, accepted])).toEqual([
      ["single", 1],
      ["attempts", 26],
      ["single", 1],
    ]);
    expect(kindsOf([confirmed, throttled, started, accepted])).toEqual([
      ["single", 1],
      ["single", 1],
      ["single", 1],
      ["single", 1],
    ]);
  });

  it("counts an attempt by its outcome, since the first one has no entry for its beginning", () => {
    expect(countAttempts([throttled, started, throttled, started])).toBe(2);
    expect(kindsOf([throttled, started, throttled])).toEqual([["attempts", 3]]);
    expect(kindsOf([started, started, throttled])).toHaveLength(3);
  });

  it("combines what one member did three times in a row, and not what two members did", () => {
    const revealed = (actor: string) => entry({ action: "codes.revealed", actor, from: null, to: null });
    expect(kindsOf([revealed("Ada"), revealed("Ada"), revealed("Ada")])).toEqual([["repeated", 3]]);
    expect(kindsOf([revealed("Ada"), revealed("Ada"), revealed("Bea")])).toHaveLength(3);
  });

  it.each(["codes.revealed", "codes.searched", "order.state", "order.labelled"])(
    "shows %s as one if it was repeated without a change of state, by a member or by the program",
    (action) => {
      for (const actor of ["Ada", null]) {
        for (const [from, to] of [
          [null, null],
          ["processing", "processing"],
          ["processing", null],
        ] as const) {
          const same = entry({ action, actor, from, to });
          expect(kindsOf([same, same, same])).toEqual([["repeated", 3]]);
        }
      }
    },
  );

  it("shows changes of the state, and what is seldom repeated, one by one", () => {
    const changed = entry({ action: "order.state", from: "processing", to: "partial" });
    expect(kindsOf([changed, changed, changed])).toHaveLength(3);
    const confirmed = entry({ action: "order.confirmed", from: null, to: null });
    expect(kindsOf([confirmed, confirmed, confirmed])).toHaveLength(3);
  });

  it("distinguishes what the program did from what a member did, whatever the member's name", () => {
    const by = (actor: string | null) => entry({ action: "codes.revealed", actor, from: null, to: null });
    expect(kindsOf([by(null), by("null"), by(null)])).toHaveLength(3);
  });
});
