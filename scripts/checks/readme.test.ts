import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const readme = readFileSync("README.md", "utf8");

describe("README.md", () => {
  it("lists every variable that .env.example explains", () => {
    const explained = readFileSync(".env.example", "utf8").matchAll(/^#? ?([A-Z][A-Z_]+)=/gm);
    const missing = [...explained]
      .map(([, name = ""]) => name)
      // Keys have variants with one suffix for both environments: `…_KEY_STANDBY_FILE`.
      .filter(
        (name) =>
          !readme.includes(`\`${name}\``) && !readme.includes(`…${name.replace(/.*(?=_KEY_)/, "")}\``),
      );
    expect(missing).toEqual([]);
  });

  it("lists every npm script", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const missing = Object.keys(scripts).filter(
      (name) => !readme.includes(`npm run ${name}`) && !readme.includes(`\`npm ${name}\``),
    );
    expect(missing).toEqual([]);
  });
});
