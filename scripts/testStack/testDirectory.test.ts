import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, describe } from "vitest";
import { makeTestDirectory } from "./testDirectory.ts";

describe("the directory of a test database", () => {
  it("is one of its own, from which programs can be run", () => {
    const made = [makeTestDirectory("codedesk-directory-"), makeTestDirectory("codedesk-directory-")];
    try {
      expect(new Set(made).size).toBe(2);
      const program = join(made[0] ?? "", "program");
      writeFileSync(program, "#!/bin/sh\nexit 7\n", { mode: 0o755 });
      expect(spawnSync(program).status).toBe(7);
    } finally {
      for (const each of made) rmSync(each, { recursive: true });
    }
  });
});
