import { describe, expect, it } from "vitest";
import { endOfChecks, failureLines, summaryLines } from "./summary.ts";

const failure = { what: "a.test.ts > holds", message: "expected 1\nto be 2", repeat: "npm run one" };
const unit = { name: "unit", passed: 7, failed: 1, parts: [], failures: [failure], seconds: 4 };
const journeys = { name: "journeys", passed: 2, failed: 0, parts: [], failures: [], seconds: 60 };

describe("the end of the output", () => {
  it("says what failed and how to repeat it last, before the line that counts all tests", () => {
    expect(summaryLines([unit, journeys])).toEqual([
      "The ten longest parts:",
      "",
      "unit: 7 passed, 1 failed (4 s)",
      "journeys: 2 passed, 0 failed (60 s)",
      "",
      "What failed:",
      ...failureLines([failure]),
      "",
      "9 passed, 1 failed",
    ]);
    expect(failureLines([failure])).toEqual([
      "  a.test.ts > holds",
      "      expected 1",
      "      to be 2",
      "    Repeat it: npm run one",
    ]);
  });

  it("says nothing of failures if there are none", () => {
    expect(summaryLines([journeys])).toEqual([
      "The ten longest parts:",
      "",
      "journeys: 2 passed, 0 failed (60 s)",
      "",
      "2 passed, 0 failed",
    ]);
  });
});

describe("the end of the checks", () => {
  it("has one last line for each that failed, after an excerpt of what it said", () => {
    const types = { what: "check: types", message: "a.ts(1,2): error", repeat: "npm run check -- types" };
    expect(endOfChecks([types, failure])).toEqual([
      "",
      "check: types",
      "",
      "a.ts(1,2): error",
      "",
      "a.test.ts > holds",
      "",
      "expected 1",
      "to be 2",
      "",
      "FAILED check: types: npm run check -- types",
      "FAILED a.test.ts > holds: npm run one",
    ]);
    expect(endOfChecks([])).toEqual([]);
  });
});
