import { describe, expect, it } from "vitest";
import { findMissingPackages } from "./productionImports.ts";

const PRODUCTION = new Set(["zod", "@hono/node-server"]);

/** Judges a repository of the given files, of which the first is a program. */
function judge(files: Record<string, string>) {
  const [program = ""] = Object.keys(files);
  const missing = findMissingPackages(
    [program],
    (path) => files[path] ?? null,
    (name) => PRODUCTION.has(name),
  );
  return missing.map(({ chain, name }) => [...chain, name].join(" → "));
}

describe("what production runs", () => {
  it("may import packages of production, their files, Node's own modules and files of the repository", () => {
    const files = {
      "scripts/start.ts":
        'import { readFileSync } from "node:fs"; import z from "zod/mini"; import { a } from "#lib/a.ts";',
      "lib/a.ts": 'export { serve } from "@hono/node-server/serve-static"; import path from "path";',
    };
    expect(judge(files)).toEqual([]);
  });

  it("imports no development package, neither directly nor through other files: the whole way is told", () => {
    const files = {
      "scripts/start.ts": 'import { build } from "./build.ts";',
      "scripts/build.ts": 'import { compile } from "./steps/compile.ts";',
      "scripts/steps/compile.ts": 'import { parseSync } from "oxc-parser";',
    };
    expect(judge(files)).toEqual([
      "scripts/start.ts → scripts/build.ts → scripts/steps/compile.ts → oxc-parser",
    ]);
  });

  it.each([
    ["a dynamic import", 'await import("vitest");', "vitest"],
    ["an export from elsewhere", 'export * from "vitest";', "vitest"],
    ["an import for its effects", 'import "vitest";', "vitest"],
    ["an import of an empty list", 'import { type Mock } from "vitest";', "vitest"],
    ["an import whose name is computed", "await import(name);", "name"],
    ["a file that is not there", 'import "./gone.ts";', "./gone.ts"],
    ["a neighbour by its URL", 'new URL("./gone.mjs", import.meta.url);', "./gone.mjs"],
  ])("does not get past the check by %s", (_, source, name) => {
    expect(judge({ "scripts/start.ts": source })).toEqual([`scripts/start.ts → ${name}`]);
  });

  it("may name types of any package: they are not loaded", () => {
    const source = 'import type { Mock } from "vitest"; export type { Page } from "@playwright/test";';
    expect(judge({ "scripts/start.ts": source })).toEqual([]);
  });
});
