import { relative, resolve } from "node:path";
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
    ancestorTitles: ["a promise"],
    title: `holds in ${name}`,
    failureMessages: status === "failed" ? ["expected 1 to be 2\n    at run (a.ts:3:1)"] : [],
  })),
});
const spec = (...durations: number[]) => ({
  title: `takes ${durations.join(" and ")} ms`,
  ok: !durations.includes(6_000),
  line: 12,
  tests: [
    {
      results: durations.map((duration) => ({
        duration,
        ...(duration === 6_000
          ? { error: { message: "\u001B[31mno button\u001B[39m\n    at buy.ts:3:1" } }
          : {}),
      })),
    },
  ],
});
const node = relative(process.cwd(), process.execPath);
const runVitest = `${node} --conditions=react-server node_modules/vitest/vitest.mjs run`;

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

describe("a test that failed", () => {
  it("is named with its file, what it or a file that does not load said, and the command that repeats it alone", () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [file("a", 1, "failed", 0), file("b", 1, "failed", 1), file("c", 1, "passed", 1)],
    };
    expect(tallyVitest("unit", endedBadly, report).failures).toEqual([
      { what: "a", message: "the file cannot be loaded", repeat: `${runVitest} --project=unit a` },
      {
        what: "b > a promise > holds in b",
        message: "expected 1 to be 2",
        repeat: `${runVitest} --project=unit b -t '^a promise > holds in b$'`,
      },
    ]);
  });

  it("is named with the seed of its property, so that the command repeats the same values", () => {
    const [one] = [file("a", 1, "failed", 1)];
    const said = 'Property failed after 3 tests\n{ seed: -712, path: "2:0", endOnFailure: true }';
    const assertionResults = [
      { status: "failed", ancestorTitles: ["a rule"], title: "holds (for any)", failureMessages: [said] },
    ];
    const report = { numPassedTests: 0, numFailedTests: 1, testResults: [{ ...one, assertionResults }] };
    expect(tallyVitest("unit", endedBadly, report).failures).toMatchObject([
      {
        message: expect.stringContaining("seed: -712"),
        repeat: `FAST_CHECK_SEED=-712 ${runVitest} --project=unit a -t '^a rule > holds \\(for any\\)$'`,
      },
    ]);
  });

  it("is a journey wherever it stands in its file, with the line that repeats it alone", () => {
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
      {
        what: "e2e/journeys/buy.spec.ts > takes 500 and 6000 ms",
        message: "no button",
        repeat: "npm run e2e -- e2e/journeys/buy.spec.ts:12",
      },
    ]);
  });

  it("is the whole step if none was named", () => {
    const report = { numPassedTests: 7, numFailedTests: 0, testResults: [] };
    expect(tallyVitest("integration", endedBadly, report).failures).toMatchObject([
      { what: "integration", repeat: `${runVitest} --project=integration` },
    ]);
    expect(tallyPlaywright(endedBadly, null).failures).toMatchObject([{ repeat: "npm run e2e" }]);
    expect(tallyVitest("integration", ended, report).failures).toEqual([]);
  });
});
