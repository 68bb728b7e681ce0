import { describe, expect, it } from "vitest";
import { hourOf } from "./hourOf.ts";

describe("the hour of an instant", () => {
  it("is what a clock in the zone shows, from 0 to 23, also when the clocks change", () => {
    const at = Date.parse("2026-03-29T00:30:00Z");
    expect(hourOf(at, "UTC")).toBe(0);
    expect(hourOf(at, "Europe/Berlin")).toBe(1);
    expect(hourOf(at + 3_600_000, "Europe/Berlin")).toBe(3);
    expect(hourOf(at, "Asia/Kolkata")).toBe(6);
    expect(hourOf(at, "America/New_York")).toBe(20);
  });
});
