import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MARGIN, topOfPopover } from "./topOfPopover.ts";

describe("a popover", () => {
  it("opens below its trigger, or above it if there is no room below", () => {
    expect(topOfPopover({ top: 100, bottom: 130 }, 300, 800)).toBe(134);
    expect(topOfPopover({ top: 600, bottom: 630 }, 300, 800)).toBe(296);
  });

  it("is seen as a whole wherever its trigger stands, if the window can hold it", () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.nat(2_000), fc.nat(100), fc.nat(1_984), (room, y, size, tall) => {
        const windowHeight = room + 2 * MARGIN;
        const height = Math.min(tall, room);
        const trigger = { top: Math.min(y, windowHeight), bottom: Math.min(y, windowHeight) + size };
        const top = topOfPopover(trigger, height, windowHeight);
        expect(top).toBeGreaterThanOrEqual(MARGIN);
        expect(top + height).toBeLessThanOrEqual(windowHeight - MARGIN);
      }),
    );
  });

  it("shows its beginning if the window cannot hold it", () => {
    expect(topOfPopover({ top: 10, bottom: 40 }, 900, 300)).toBe(MARGIN);
  });
});
