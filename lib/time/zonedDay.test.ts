import { describe, expect, it } from "vitest";
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

  it.each(["", "2030-02-31", "2030-13-01", "31.01.2030", "2030-01-31T00:00Z"])("is not %j", (text) => {
    expect(startOfDay(text, "UTC")).toBeNull();
    expect(endOfDay(text, "UTC")).toBeNull();
  });
});
