import { describe, expect, it } from "vitest";
import { refuseUnknown, usageWithPort } from "./refuseUnknown.ts";

describe("the arguments of a command", () => {
  it("may be none, or those that it knows", () => {
    expect(() => refuseUnknown([], "npm start")).not.toThrow();
    expect(() => refuseUnknown(["--all"], "npm run screenshots -- [--all]", ["--all"])).not.toThrow();
  });

  it("are refused with those that there are", () => {
    expect(() => refuseUnknown(["--all", "--al"], "npm run screenshots -- [--all]", ["--all"])).toThrow(
      'There is no argument "--al". Usage: npm run screenshots -- [--all]',
    );
    expect(() => refuseUnknown(["--prot", "80"], usageWithPort("npm start"))).toThrow(
      'There is no argument "--prot". Usage: npm start; the port and other settings are environment variables: `PORT=8080 npm start` (docs/operations.md).',
    );
  });
});
