import { icons, type IconNode } from "lucide";
import { describe, expect, it } from "vitest";
import { outlineOf } from "./outline.ts";

/** A number in an icon's drawing, or the letter of a path command. */
const DRAWN = /^[\s\d.,eE+MmLlHhVvCcSsQqTtAaZz-]+$/;

describe("the outline of an icon", () => {
  it.each([
    ["path", { d: "M2 9v3" }, "M2 9v3"],
    ["path that begins with a relative step", { d: "m17 16.5-5-3" }, "M0 0m17 16.5-5-3", "path"],
    ["line", { x1: "3", y1: "4", x2: "21", y2: "22" }, "M3 4L21 22"],
    ["polyline", { points: "12 6 12 12" }, "M12 6 12 12"],
    ["polygon", { points: "12 6 12 12 6 12" }, "M12 6 12 12 6 12z"],
    ["circle", { cx: "12", cy: "10", r: "3" }, "M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z"],
    ["ellipse", { cx: "12", cy: "10", rx: "3", ry: "2" }, "M9 10a3 2 0 1 0 6 0a3 2 0 1 0 -6 0z"],
    [
      "rect",
      { x: "3", y: "4", width: "18", height: "8", rx: "2" },
      "M5 4h14a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2z",
    ],
  ])("draws a %s", (name, attributes, outline, tag = name) => {
    expect(outlineOf([[tag, attributes]])).toBe(outline);
  });

  it("has all lines of an icon, one after the other, and the middle of its dots", () => {
    const icon: IconNode = [
      ["path", { d: "M2 9v3" }],
      ["circle", { cx: "7.5", cy: "7.5", r: ".5", fill: "currentColor" }],
    ];
    expect(outlineOf(icon)).toBe("M2 9v3M7 7.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0zM7.5 7.5h0");
  });

  it("can be drawn of every icon that there is", () => {
    const undrawable = Object.entries(icons).filter(([, icon]) => !DRAWN.test(outlineOf(icon)));
    expect(undrawable.map(([name]) => name)).toEqual([]);
  });

  it("refuses an element that it cannot draw, instead of leaving it out", () => {
    expect(() => outlineOf([["text", {}]])).toThrow("<text>");
  });
});
