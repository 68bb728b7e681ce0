import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listCompressed } from "#server/http/compressedFiles.ts";
import { compressFiles } from "./compressFiles.ts";

describe("compressed versions of the build's files", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "codedesk-files-"));
    mkdirSync(join(folder, "chunks"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("hold what the files hold, and are found by the paths of the files", async () => {
    const text = "console.log('again and again');\n".repeat(100);
    writeFileSync(join(folder, "chunks", "page.js"), text);
    writeFileSync(join(folder, "chunks", "font.woff2"), text);
    writeFileSync(join(folder, "chunks", "empty.css"), "");
    await compressFiles(folder);
    expect([...listCompressed(folder)]).toEqual(["/_next/static/chunks/page.js"]);
    expect(brotliDecompressSync(readFileSync(join(folder, "chunks", "page.js.br"))).toString()).toBe(text);
  });

  it("are none if there is no build", () => {
    expect([...listCompressed(join(folder, "nowhere"))]).toEqual([]);
  });
});
