import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hintCompilation } from "./hintCompilation.ts";

describe("the hint to compile a script before it is run", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "codedesk-scripts-"));
    mkdirSync(join(folder, "chunks"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("is the first line of each script, and of nothing else", async () => {
    writeFileSync(join(folder, "chunks", "page.js"), "console.log('…');\n");
    writeFileSync(join(folder, "chunks", "page.css"), "body{}");
    await hintCompilation(folder);
    expect(readFileSync(join(folder, "chunks", "page.js"), "utf8")).toBe(
      "//# allFunctionsCalledOnLoad\nconsole.log('…');\n",
    );
    expect(readFileSync(join(folder, "chunks", "page.css"), "utf8")).toBe("body{}");
  });
});
