import { describe, expect, it } from "vitest";
import { outdatedLines, readOutdated } from "./outdated.ts";

const OWN = new Set(["zod", "pg", "oxlint", "drizzle-orm"]);
const report = (versions: Record<string, [current: string, latest: string]>) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(versions).map(([name, [current, latest]]) => [
        name,
        { current, wanted: current, latest },
      ]),
    ),
  );

describe("packages with later versions", () => {
  it("are our own, the small steps before the large ones", () => {
    const output = report({
      zod: ["4.6.7", "5.0.0"],
      pg: ["8.23.1", "8.24.0"],
      "drizzle-orm": ["0.45.4", "0.46.0"],
      oxlint: ["1.89.0", "1.89.1"],
      lodash: ["1.0.0", "2.0.0"],
    });
    const found = readOutdated(output, OWN) ?? [];
    expect(found.map(({ name, isMajor }) => [name, isMajor])).toEqual([
      ["oxlint", false],
      ["pg", false],
      ["drizzle-orm", true],
      ["zod", true],
    ]);
    expect(outdatedLines(found)).toEqual([
      "oxlint       1.89.0  1.89.1",
      "pg           8.23.1  8.24.0",
      "drizzle-orm  0.45.4  0.46.0  major: read its release notes, then rehearse it alone",
      "zod          4.6.7   5.0.0   major: read its release notes, then rehearse it alone",
    ]);
  });

  it("are not those of which the registry calls an earlier version the latest, nor those that are not installed", () => {
    const found = readOutdated(
      JSON.stringify({
        pg: { current: "8.23.1", wanted: "8.23.1", latest: "8.9.0" },
        zod: { current: "4.6.7", wanted: "4.6.7", latest: "4.10.0" },
        // Of another processor.
        oxlint: { wanted: "1.89.0", latest: "1.90.0", dependent: "main" },
      }),
      OWN,
    );
    expect(found?.map(({ name }) => name)).toEqual(["zod"]);
  });

  it("are none where npm prints nothing, and unknown where it prints no report", () => {
    expect(readOutdated("", OWN)).toEqual([]);
    expect(readOutdated("npm error code ENOTFOUND", OWN)).toBeNull();
  });
});
