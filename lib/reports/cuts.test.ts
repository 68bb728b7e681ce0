import { describe, expect, it } from "vitest";
import { beginOf, cutAfter, cutAfterDay } from "./cuts.ts";
import { cutsInWords } from "./cutWords.ts";

const WEEKLY = { every: { kind: "week" as const, weekday: 0 }, time: "09:00", zone: "Europe/Berlin" };
const MONTHLY = { every: { kind: "month" as const, day: 31 }, time: "00:00", zone: "UTC" };
const iso = (at: number | undefined) => new Date(at ?? 0).toISOString();

describe("the cuts of a report", () => {
  it("are at the same time of day in their zone when the clocks change", () => {
    const before = cutAfter(WEEKLY, Date.parse("2026-03-22T00:00:00Z"));
    const after = cutAfterDay(WEEKLY, before?.day ?? "");
    expect([iso(before?.at), iso(after?.at)]).toEqual([
      "2026-03-23T08:00:00.000Z",
      "2026-03-30T07:00:00.000Z",
    ]);
  });

  it("come after a moment, and never at it", () => {
    const cut = cutAfter(WEEKLY, Date.parse("2026-03-23T08:00:00.000Z"));
    expect(cut?.day).toBe("2026-03-30");
  });

  it("are on the last day of a shorter month", () => {
    const cut = cutAfter(MONTHLY, Date.parse("2026-02-01T00:00:00Z"));
    expect(cut?.day).toBe("2026-02-28");
    expect(cutAfterDay(MONTHLY, "2026-02-28")?.day).toBe("2026-03-31");
  });

  it("bound periods that follow each other without a gap", () => {
    for (const cuts of [WEEKLY, MONTHLY]) {
      let cut = cutAfter(cuts, Date.parse("2026-01-15T00:00:00Z"));
      for (let count = 0; count < 30 && cut !== null; count += 1) {
        const next = cutAfterDay(cuts, cut.day);
        expect(next === null ? null : iso(beginOf(cuts, next))).toBe(iso(cut.at));
        cut = next;
      }
    }
  });

  it("are told with their time zone", () => {
    expect(cutsInWords(WEEKLY)).toBe("Every week on Monday at 09:00 (Europe/Berlin)");
    expect(cutsInWords(MONTHLY)).toBe("Every month on day 31 at 00:00 (UTC)");
  });
});
