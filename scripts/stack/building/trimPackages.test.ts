import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { trimPackages } from "./trimPackages.ts";

let modules: string;
beforeEach(() => {
  modules = mkdtempSync(join(tmpdir(), "codedesk-modules-"));
});
afterEach(() => rmSync(modules, { recursive: true }));

const exportOf = (name: string) => ({ import: { types: `./${name}.d.ts`, default: `./${name}.js` } });
const others = Object.fromEntries(
  Array.from({ length: 50 }, (_, n) => [`./other${n}`, exportOf(`other${n}`)]),
);

/** A package with one file, and what its package.json says of exports. Returns the path of that package.json. */
function addPackage(name: string, exports: unknown): string {
  const folder = join(modules, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "here.js"), "");
  const path = join(folder, "package.json");
  writeFileSync(path, JSON.stringify({ name, type: "module", exports }, null, 2));
  return path;
}
const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

describe("the packages of a build", () => {
  it.each(["plain", "@scoped/one"])("export what the build has of them (%s)", (name) => {
    const path = addPackage(name, {
      ".": "./here.js",
      "./here": exportOf("here"),
      "./either": ["./missing.js", { require: "./here.js" }],
      "./any/*": { default: "./any/*.js" },
      "./internal": null,
      ...others,
    });
    linkSync(path, join(modules, "original.json"));
    trimPackages(modules);
    expect(read(path)).toEqual({
      name,
      type: "module",
      exports: {
        ".": "./here.js",
        "./here": exportOf("here"),
        "./either": ["./missing.js", { require: "./here.js" }],
        "./any/*": { default: "./any/*.js" },
      },
    });
    expect(JSON.stringify(read(join(modules, "original.json")))).toContain("other49");
  });

  it("are left as they are if it makes no difference", () => {
    const paths = [
      addPackage("small", { ".": "./here.js", "./gone": "./gone.js" }),
      addPackage("none", undefined),
    ];
    const before = paths.map((path) => readFileSync(path, "utf8"));
    mkdirSync(join(modules, "empty"));
    trimPackages(modules);
    expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(before);
  });
});
