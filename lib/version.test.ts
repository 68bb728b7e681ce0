import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { VERSION } from "./version.ts";

describe("the version that support packets name", () => {
  it("is that of the package", () => {
    expect(JSON.parse(readFileSync("package.json", "utf8"))).toMatchObject({ version: VERSION });
  });
});
