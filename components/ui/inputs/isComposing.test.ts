import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isComposing } from "./isComposing.ts";

const ENTER = 13;
const INPUT_METHOD = 229;

describe("the Enter that ends a composition", () => {
  it("is recognised where the browser tells of it before the composition ends, and where it does after", () => {
    expect(isComposing({ isComposing: true, keyCode: INPUT_METHOD })).toBe(true);
    expect(isComposing({ isComposing: true, keyCode: ENTER })).toBe(true);
    // Safari.
    expect(isComposing({ isComposing: false, keyCode: INPUT_METHOD })).toBe(true);
    expect(isComposing({ isComposing: false, keyCode: ENTER })).toBe(false);
  });

  it("is asked about in one way by every component that acts on Enter in a text field", () => {
    const acting = globSync("components/**/*.{ts,tsx}").filter(
      (file) => !file.includes(".test.") && /key === "Enter"/.test(readFileSync(file, "utf8")),
    );
    expect(acting.length).toBeGreaterThan(4);
    for (const file of acting) {
      const text = readFileSync(file, "utf8");
      // These act on no text field, but on links and buttons.
      if (/FocusKeeper|usePointed/.test(file)) continue;
      expect(text, file).toMatch(/isComposing\(/);
    }
  });
});
