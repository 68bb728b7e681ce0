import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inLatin1, oneByteScripts } from "./oneByteScripts.ts";

const LATIN1 = /^[\0-\xff]*$/;
const run = (script: string): unknown => runInNewContext(script);

describe("a script with escapes", () => {
  it.each([
    `"5 – 7 €, 😀"`,
    "`5 – ${1 + 1} 😀`",
    `"naïve – ÿ"`,
    `/^[“”]😀$/u.test("“😀")`,
    `({ "–": 1, ünï: 2 })`,
    `(() => { const π = 3; return π; })() // ≈ 3.14`,
    "[String.raw`-`, '–']",
  ])("has one byte for each character, and does what it did: %s", (script) => {
    expect(script).not.toMatch(LATIN1);
    expect(inLatin1(script, "a.js")).toMatch(LATIN1);
    expect(run(inLatin1(script, "a.js"))).toEqual(run(script));
  });

  it("has every text that it had", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const script = JSON.stringify(text);
        expect(run(inLatin1(script, "a.js"))).toBe(text);
      }),
    );
  });

  it.each([
    ["after a backslash", String.raw`"\–"`],
    ["in a text that is read as it is written", "String.raw`–`"],
    ["as a space", "let\u3000a = 1"],
    ["as a mark of the order of bytes", "\ufefflet a = 1"],
    ["as a letter of a name with two units", "let 𝒳 = 1"],
  ])("is left as it was with a character %s", (_, script) => {
    expect(inLatin1(script, "a.js")).toBe(script);
  });

  it("is left as it was if there is nothing to escape", () => {
    expect(inLatin1(`"naïve"`, "a.js")).toBe(`"naïve"`);
  });
});

it("rewrites the scripts of a folder, and leaves other files that are hard links to them unchanged", () => {
  const folder = mkdtempSync(join(tmpdir(), "codedesk-scripts-"));
  try {
    // Some packages are named like a script.
    mkdirSync(join(folder, "build", "bignumber.js"), { recursive: true });
    const [script, text] = [join(folder, "build", "a.mjs"), join(folder, "build", "a.txt")];
    writeFileSync(script, `export default "–";`);
    linkSync(script, join(folder, "original"));
    writeFileSync(text, "–");
    oneByteScripts(folder);
    const now = [script, join(folder, "original"), text].map((path) => readFileSync(path, "utf8"));
    expect(now).toEqual([String.raw`export default "\u2013";`, `export default "–";`, "–"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
