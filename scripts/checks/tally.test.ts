import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { longestParts, tallyPlaywright, tallyVitest } from "./tally.ts";

const ended = { code: 0, output: "" };
const endedBadly = { code: 1, output: "" };

const file = (name: string, ms: number, status: string, tests: number) => ({
  name: resolve(name),
  startTime: 1_000,
  endTime: 1_000 + ms,
  status,
  message: "the file cannot be loaded",
  assertionResults: Array.from({ length: tests }, () => ({
    status,
    fullName: `holds in ${name}`,
    failureMessages: status === "failed" ? ["expected 1 to be 2\n  at line 3"] : [],
  })),
});
const spec = (...durations: number[]) => ({
  title: `takes ${durations.join(" and ")} ms`,
  ok: !durations.includes(6_000),
  tests: [{ results: durations.map((duration) => ({ duration })) }],
});

describe("the count of passed and failed tests", () => {
  it("counts a test file that does not load as failed", () => {
    const report = {
      numPassedTests: 7,
      numFailedTests: 1,
      testResults: [file("a", 1, "failed", 0), file("b", 1, "failed", 1), file("c", 1, "passed", 1)],
    };
    expect(tallyVitest("tests", endedBadly, report)).toMatchObject({ passed: 7, failed: 2 });
  });

  it("never counts a runner that ends badly as success", () => {
    const report = { numPassedTests: 7, numFailedTests: 0, testResults: [] };
    expect(tallyVitest("tests", ended, report)).toMatchObject({ passed: 7, failed: 0 });
    expect(tallyVitest("tests", endedBadly, report)).toMatchObject({ passed: 7, failed: 1 });
    expect(tallyVitest("tests", ended, null)).toMatchObject({ passed: 0, failed: 1 });
    const journeys = { stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [], suites: [] };
    expect(tallyPlaywright(endedBadly, journeys)).toMatchObject({ failed: 1 });
  });

  it("counts a journey that needed a second try as failed", () => {
    const report = { stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [], suites: [] };
    expect(tallyPlaywright(endedBadly, report)).toMatchObject({ passed: 3, failed: 2 });
  });
});

describe("the longest parts", () => {
  it("are the ten longest checks, test files and journey files, the longest first", () => {
    const vitest = tallyVitest("tests", ended, {
      numPassedTests: 12,
      numFailedTests: 0,
      testResults: Array.from({ length: 12 }, (_, index) =>
        file(`tests/${index}.test.ts`, index * 1_000, "passed", 1),
      ),
    });
    const playwright = tallyPlaywright(ended, {
      stats: { expected: 2, unexpected: 0, flaky: 0 },
      errors: [],
      suites: [
        {
          file: "buy.spec.ts",
          specs: [spec(4_000)],
          suites: [{ file: "buy.spec.ts", specs: [spec(500, 6_000)] }],
        },
      ],
    });
    const lines = longestParts([vitest, playwright]);
    expect(lines).toHaveLength(10);
    expect(lines.slice(0, 3)).toEqual([
      "   11.0 s  tests/11.test.ts",
      "   10.5 s  e2e/journeys/buy.spec.ts",
      "   10.0 s  tests/10.test.ts",
    ]);
  });
});

describe("the failures at the end of the output", () => {
  it("name file and test, and say what a test or a file that does not load said", () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [file("a", 1, "failed", 0), file("b", 1, "failed", 1), file("c", 1, "passed", 1)],
    };
    expect(tallyVitest("tests", endedBadly, report).failures).toEqual([
      "a: the file cannot be loaded",
      "b > holds in b: expected 1 to be 2\n      at line 3",
    ]);
  });

  it("name the journeys that failed, wherever they stand in their file", () => {
    const report = {
      stats: { expected: 1, unexpected: 1, flaky: 0 },
      errors: [],
      suites: [
        {
          file: "buy.spec.ts",
          specs: [spec(4_000)],
          suites: [{ file: "buy.spec.ts", specs: [spec(500, 6_000)] }],
        },
      ],
    };
    expect(tallyPlaywright(endedBadly, report).failures).toEqual([
      "e2e/journeys/buy.spec.ts > takes 500 and 6000 ms",
    ]);
  });
});
