import { describe, expect, it } from "vitest";
import { excerptOf } from "./excerpt.ts";

describe("the excerpt of a failed check", () => {
  it("has what is wrong, without colours and what the tool says of itself", () => {
    const output =
      "Checking formatting...\n\n\u001B[31mserver/a.ts (3ms)\u001B[0m\n\nFormat issues found in above 1 files.\nFinished in 900ms on 2000 files using 2 threads.\n";
    expect(excerptOf(output)).toBe("server/a.ts (3ms)");
    expect(excerptOf("a\n\n\n\nb\n\nFound 0 warnings and 2 errors.\n")).toBe("a\n\nb");
  });

  it("ends after some lines, and says how many it leaves out", () => {
    const lines = Array.from({ length: 50 }, (_, index) => `error ${index}`);
    expect(excerptOf(lines.join("\n")).split("\n")).toEqual([...lines.slice(0, 40), "… and 10 more lines"]);
    expect(excerptOf(lines.slice(0, 41).join("\n"))).toMatch(/… and 1 more line$/);
  });
});
