import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const readme = readFileSync("README.md", "utf8");

describe("docs/operations.md", () => {
  it("lists every variable that .env.example explains", () => {
    const operations = readFileSync("docs/operations.md", "utf8");
    const table = operations.slice(operations.indexOf("\n## Variables\n"));
    const explained = readFileSync(".env.example", "utf8").matchAll(/^#? ?([A-Z][A-Z_]+)=/gm);
    const missing = [...explained]
      .map(([, name = ""]) => name)
      // Keys have variants with one suffix for both environments: `…_KEY_STANDBY_FILE`.
      .filter(
        (name) => !table.includes(`\`${name}\``) && !table.includes(`…${name.replace(/.*(?=_KEY_)/, "")}\``),
      );
    expect(missing).toEqual([]);
  });
});

describe("README.md", () => {
  it("shows both first commands, and the pages for trying, running and changing it, before its first picture", () => {
    const firstScreen = readme.slice(0, readme.indexOf("!["));
    for (const needed of [
      "npm run demo ",
      "npm test ",
      "(#try-it)",
      "(docs/operations.md#",
      "(CONTRIBUTING.md)",
    ]) {
      expect(firstScreen).toContain(needed);
    }
    expect(firstScreen.split("\n").length).toBeLessThan(30);
  });

  it("lists every npm script", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const missing = Object.keys(scripts).filter(
      (name) => !readme.includes(`npm run ${name}`) && !readme.includes(`\`npm ${name}\``),
    );
    expect(missing).toEqual([]);
  });
});
