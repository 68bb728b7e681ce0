import { describe, expect, it } from "vitest";
import { placesOf } from "./places.ts";

describe("the places that a failed step names", () => {
  it.each([
    [
      "npm",
      "npm error code ETARGET\nnpm error notarget No matching version found for next@99.0.0.\nnpm error A complete log of this run can be found in: /x\n",
      ["code ETARGET", "notarget No matching version found for next@99.0.0."],
    ],
    [
      "the compiler",
      "FAILED types (3.2 s)\nlib/a.ts(3,14): error TS2322: Type 'string' is not assignable to type 'number'.\n  more of it\n",
      ["types", "lib/a.ts(3,14): error TS2322: Type 'string' is not assignable to type 'number'."],
    ],
    [
      "the linter",
      "\n  × eslint(no-debugger): `debugger` statement is not allowed\n   ╭─[lib/a.ts:2:1]\n 1 │ x\n",
      ["eslint(no-debugger): `debugger` statement is not allowed [lib/a.ts:2:1]"],
    ],
    [
      "a unit test",
      "\u001B[41m FAIL \u001B[49m unit scripts/a.test.ts > a name > is said\nAssertionError: no\n FAIL  unit scripts/a.test.ts > a name > is said\n",
      ["unit scripts/a.test.ts > a name > is said"],
    ],
    [
      "a journey",
      "  ✘  1 [shared dashboard] › e2e/journeys/a.spec.ts:9:1 › it buys (3s)\n  1) [shared dashboard] › e2e/journeys/a.spec.ts:9:1 › it buys ─────────\n",
      ["e2e/journeys/a.spec.ts:9:1 › it buys"],
    ],
    [
      "one of our checks",
      "ok    types (1.0 s)\nFAILED lockfile (0.0 s)\npackage-lock.json lacks a → b: choose another\nFAILED paths and citations (0.2 s)\nSECURITY.md: `lib/b.ts` does not exist\n",
      [
        "lockfile",
        "package-lock.json lacks a → b: choose another",
        "paths and citations",
        "SECURITY.md: `lib/b.ts` does not exist",
      ],
    ],
  ])("are found in what %s prints, one line each", (_, output, places) => {
    expect(placesOf(output)).toEqual(places);
  });

  it("are the last lines where no place is recognised", () => {
    expect(placesOf(`${"noise\n".repeat(20)}\nThe dashboard could not be built: see above.\n`)).toEqual([
      ...Array.from({ length: 7 }, () => "noise"),
      "The dashboard could not be built: see above.",
    ]);
  });
});
