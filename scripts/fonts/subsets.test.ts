import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { makeSubset, SUBSETS } from "./subsets.ts";

const css = readFileSync("app/globals.css", "utf8").replaceAll(/\s+/g, " ");
const faces = css.match(/@font-face \{[^}]*\}/g) ?? [];

describe("the font files of the dashboard", () => {
  for (const [file, subset] of Object.entries(SUBSETS)) {
    it(`has ${file} from the installed package, for the characters that the styles name it for`, async () => {
      const kept = readFileSync(path.join("app/fonts", file));
      expect(kept.equals(await makeSubset(subset))).toBe(true);
      const face = faces.find((each) => each.includes(`./fonts/${file}`));
      expect(face).toContain(`unicode-range: ${subset.ranges};`);
    });
  }

  it("sends at most 20 kB before the first paint", () => {
    expect(readFileSync("app/fonts/inter-basic.woff2").length).toBeLessThanOrEqual(20_000);
  });
});
