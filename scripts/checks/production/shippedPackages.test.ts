import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { developmentPackagesIn, isShipped } from "./shippedPackages.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "codedesk-shipped-"));
  writeFileSync(
    join(root, "package.json"),
    JSON.stringify({
      dependencies: { zod: "1", pg: "1", "@db/server": "1" },
      devDependencies: { vitest: "1" },
    }),
  );
  writeFileSync(
    join(root, "Dockerfile"),
    "RUN npm prune \\\n  && rm -rf node_modules/pg node_modules/@db .next\n",
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("an installation for production", () => {
  it("has the dependencies, and neither development packages nor what the image removes", () => {
    const shipped = isShipped(root);
    expect(["zod", "vitest", "pg", "@db/server", "left-pad"].filter(shipped)).toEqual(["zod"]);
  });
});

describe("a build", () => {
  it("links to no development package, and to none that the lockfile does not know", () => {
    const packages = {
      "node_modules/zod": {},
      "node_modules/vitest": { dev: true },
      "node_modules/@a/b": { dev: true },
    };
    writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages }));
    const modules = join(root, "built", ".next", "node_modules");
    mkdirSync(join(modules, "@a"), { recursive: true });
    for (const name of ["zod", "vitest", "strange"]) {
      symlinkSync(`../../node_modules/${name}`, join(modules, `${name}-0123456789abcdef`));
    }
    symlinkSync("../../../node_modules/@a/b", join(modules, "@a", "b-0123456789abcdef"));
    expect(developmentPackagesIn(join(root, "built"), root).toSorted()).toEqual([
      "node_modules/@a/b",
      "node_modules/strange",
      "node_modules/vitest",
    ]);
  });
});
