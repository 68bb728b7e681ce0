import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

describe("values of the service and of people", () => {
  it("are never translated by a browser: every element that keeps their direction apart says so", () => {
    const files = globSync("{app,components}/**/*.tsx").filter((file) => !file.includes(".test."));
    const translated = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/<bdi\b[^>]*>/g)]
        .filter(([tag]) => !tag.includes('translate="no"'))
        .map(([tag]) => `${file}: ${tag}`),
    );
    expect(translated).toEqual([]);
  });
});
