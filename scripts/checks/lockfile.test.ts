import { describe, expect, it } from "vitest";
import { unverifiedEntries } from "./lockfile.ts";

const integrity = `sha512-${"A".repeat(86)}==`;

describe("a lockfile's package without a hash", () => {
  it("is refused where it would be installed", () => {
    const packages = {
      "": {},
      "node_modules/good": { integrity },
      "node_modules/linked": { link: true },
      "node_modules/none": {},
      "node_modules/weak": { integrity: "sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=" },
      "node_modules/optional": { optional: true },
      "node_modules/linux": { optional: true, os: ["linux"], cpu: ["x64"], libc: ["glibc"] },
    };
    expect(unverifiedEntries({ packages })).toEqual(
      ["none", "weak", "optional", "linux"].map((name) => `node_modules/${name}`),
    );
  });

  it("may be one for a system on which Codedesk is not deployed", () => {
    const packages = {
      "node_modules/mac": { optional: true, os: ["darwin"] },
      "node_modules/arm": { optional: true, os: ["linux"], cpu: ["arm64"] },
      "node_modules/musl": { optional: true, os: ["linux"], cpu: ["x64"], libc: ["musl"] },
    };
    expect(unverifiedEntries({ packages })).toEqual([]);
  });
});
