import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Limits of single tests and waits, in all the forms of vitest and Playwright. */
const LIMIT = /\btimeout: [\d_]|\.setTimeout\(|\btest\.slow\(|^ *\}, [\d_]+\);$/m;
/** Waits that are repeated: reloading or moving a clock between them is what makes the difference. */
const REPEATED = ["e2e/journeys/overviewAndWallet.spec.ts", "e2e/journeys/revealCodes.spec.ts"];

describe("the time limits of tests", () => {
  it("are in scripts/testStack/timeLimits.ts, so that no test fails because a machine is slow", () => {
    // Beside this test, another one writes a test of its own for a moment (repeatTest.test.ts).
    const exclude = ["**/repeated-*/**"];
    const files = globSync("{tests,e2e,lib,server,sandbox,components,scripts}/**/*.{test,spec}.{ts,tsx}", {
      exclude,
    });
    expect(files.length).toBeGreaterThan(400);
    const limited = files.filter((file) => LIMIT.test(readFileSync(file, "utf8")));
    expect(limited.toSorted()).toEqual([...REPEATED].toSorted());
  });
});
