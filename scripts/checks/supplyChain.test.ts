import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { listOutdated, parseLockfile, refusedLicences, LOWEST_VERSIONS } from "./supplyChain.ts";

const lock = parseLockfile(readFileSync("package-lock.json", "utf8"));

describe("the packages that are installed", () => {
  it("are no versions with known serious advisories, of those that stand between strangers and data", () => {
    expect(listOutdated(lock)).toEqual([]);
    for (const name of Object.keys(LOWEST_VERSIONS))
      expect(lock.packages).toHaveProperty([`node_modules/${name}`]);
    const packages = {
      "node_modules/next": { version: "16.2.5" },
      "node_modules/x/node_modules/next-auth": { version: "4.24.14" },
      "node_modules/react": { version: "19.2.6-canary.1" },
      "node_modules/react-dom": { version: "19.10.0" },
    };
    expect(listOutdated({ packages })).toEqual([
      "node_modules/next 16.2.5",
      "node_modules/x/node_modules/next-auth 4.24.14",
      "node_modules/react 19.2.6-canary.1",
    ]);
  });

  it("have licences that are allowed, those that are shipped stricter ones than tools", () => {
    expect(refusedLicences(lock)).toEqual([]);
    const packages = {
      "node_modules/a": { license: "GPL-3.0-only", dev: true },
      "node_modules/b": { license: "MPL-2.0" },
      "node_modules/c": { license: "MPL-2.0", dev: true },
      "node_modules/d": {},
    };
    expect(refusedLicences({ packages })).toEqual([
      "node_modules/a GPL-3.0-only",
      "node_modules/b MPL-2.0",
      "node_modules/d none",
    ]);
  });

  it("are listed by a command", () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync("package.json", "utf8")));
    expect(scripts.sbom).toMatch(/^npm sbom --sbom-format cyclonedx --omit dev/);
  });
});
