import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dayOf } from "./calendarDays.ts";
import { HOUR, toIso } from "./instant.ts";
import { endOfDay, startOfDay } from "./zonedDay.ts";

describe("a day of a zone", () => {
  it.each([
    ["UTC", "2030-01-31", "2030-01-31T00:00:00.000Z"],
    ["Europe/Berlin", "2030-01-31", "2030-01-30T23:00:00.000Z"],
    ["Europe/Berlin", "2030-07-01", "2030-06-30T22:00:00.000Z"],
    ["Asia/Kolkata", "2030-01-31", "2030-01-30T18:30:00.000Z"],
    ["America/Los_Angeles", "2030-01-31", "2030-01-31T08:00:00.000Z"],
    ["Pacific/Kiritimati", "2030-01-31", "2030-01-30T10:00:00.000Z"],
  ])("begins in %s on %s at %s", (zone, day, begin) => {
    expect(toIso(startOfDay(day, zone) ?? 0)).toBe(begin);
  });

  it("has 23 or 25 hours when the clocks change", () => {
    const lengths = ["2030-03-31", "2030-10-27", "2030-05-05"].map(
      (day) => ((endOfDay(day, "Europe/Berlin") ?? 0) - (startOfDay(day, "Europe/Berlin") ?? 0)) / HOUR,
    );
    expect(lengths).toEqual([23, 25, 24]);
  });

  it("begins with its first instant, even if the clocks change at midnight", () => {
    // In Egypt, Lebanon, Cuba and Paraguay a day can begin at one o'clock, or midnight come twice.
    const zones = fc.constantFrom(
      "Africa/Cairo",
      "Asia/Beirut",
      "America/Havana",
      "America/Asuncion",
      "America/Sao_Paulo",
      "Europe/London",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
      "Pacific/Apia",
      "UTC",
    );
    const days = fc.integer({ min: 0, max: 18_000 }).map((count) => addDays("1990-01-01", count));
    // Apia skipped a day when it crossed the date line.
    const isDay = (day: string, zone: string) => day !== "2011-12-30" || zone !== "Pacific/Apia";
    fc.assert(
      fc.property(days, zones, (day, zone) => {
        fc.pre(isDay(day, zone));
        const start = startOfDay(day, zone) ?? Number.NaN;
        expect([zone, day, dayOf(start, zone)]).toEqual([zone, day, day]);
        expect([zone, day, dayOf(start - 1, zone) < day]).toEqual([zone, day, true]);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z"],
    ["America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z"],
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z"],
  ])("begins in %s on %s at %s, when the clocks change", (zone, day, begin) => {
    expect(toIso(startOfDay(day, zone) ?? 0)).toBe(begin);
  });

  it.each(["", "2030-02-31", "2030-13-01", "31.01.2030", "2030-01-31T00:00Z"])("is not %j", (text) => {
    expect(startOfDay(text, "UTC")).toBeNull();
    expect(endOfDay(text, "UTC")).toBeNull();
  });
});
