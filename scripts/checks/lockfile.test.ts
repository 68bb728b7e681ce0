import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { missingEntries, staleOverrides, unusedEntries, unverifiedEntries } from "./lockfile.ts";

const integrity = `sha512-${"A".repeat(86)}==`;

describe("a lockfile's package", () => {
  it("is refused without a hash, for whatever system it is", () => {
    const packages = {
      "": {},
      "node_modules/good": { integrity },
      "node_modules/linked": { link: true },
      "node_modules/good/node_modules/bundled": { inBundle: true },
      "node_modules/none": {},
      "node_modules/weak": { integrity: "sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=" },
      "node_modules/optional": { optional: true },
      "node_modules/mac": { optional: true, os: ["darwin"] },
      "node_modules/musl": { optional: true, os: ["linux"], cpu: ["x64"], libc: ["musl"] },
    };
    expect(unverifiedEntries({ packages })).toEqual(
      ["none", "weak", "optional", "mac", "musl"].map((name) => `node_modules/${name}`),
    );
  });

  it("may not leave out one for another system", () => {
    const packages = {
      "node_modules/parent": { optionalDependencies: { here: "1.0.0", near: "1.0.0", "not-here": "1.0.0" } },
      "node_modules/here": { integrity },
      "node_modules/parent/node_modules/near": { integrity },
    };
    expect(missingEntries({ packages })).toEqual(["node_modules/parent → not-here"]);
  });

  it("is refused if it is not used, unless another stands in its place", () => {
    const packages = {
      "node_modules/sharp": { integrity },
      "node_modules/next/node_modules/sharp": { name: "server-only", integrity },
      "node_modules/@img/sharp-linux-x64": { integrity },
      "node_modules/sharper": { integrity },
    };
    expect(unusedEntries({ packages })).toEqual(["node_modules/sharp", "node_modules/@img/sharp-linux-x64"]);
  });
});

describe("an override", () => {
  const packages = {
    "": { dependencies: { gone: "1.0.0" } },
    "node_modules/next": { optionalDependencies: { "@next/swc-win32": "16.4.6", sharp: "^0.35.5" } },
    "node_modules/other": { dependencies: { ranged: "^2.0.0" } },
  };

  it("is refused once the package that needs it was upgraded", () => {
    expect(staleOverrides({ "@next/swc-win32": "16.4.5" }, { packages })).toEqual([
      "@next/swc-win32 16.4.5, while node_modules/next needs 16.4.6",
    ]);
    expect(staleOverrides({ "@next/swc-win32": "16.4.6" }, { packages })).toEqual([]);
  });

  it("is refused where nothing needs it any more", () => {
    expect(staleOverrides({ gone: "1.0.0" }, { packages })).toEqual(["gone, which nothing needs"]);
  });

  it("may choose within a range, or another package", () => {
    const overrides = { ranged: "1.9.0", sharp: "npm:server-only@0.0.1" };
    expect(staleOverrides(overrides, { packages })).toEqual([]);
  });
});

describe("the image library that Next brings along", () => {
  it("is not installed", () => {
    expect(existsSync("node_modules/next/package.json")).toBe(true);
    expect(existsSync("node_modules/sharp")).toBe(false);
    expect(existsSync("node_modules/@img")).toBe(false);
  });
});
