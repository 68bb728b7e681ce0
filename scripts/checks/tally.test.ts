import { expect, test } from "vitest";
import { tallyPlaywright, tallyVitest } from "./tally.ts";

const ok = { code: 0, output: "" };
const bad = { code: 1, output: "" };

test("a test file that does not load counts as failed", () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{}] },
      { status: "passed", assertionResults: [{}] },
    ],
  };
  expect(tallyVitest(bad, report)).toMatchObject({ passed: 7, failed: 2 });
});

test("a runner that ends badly is never counted as success", () => {
  const report = { numPassedTests: 7, numFailedTests: 0, testResults: [] };
  expect(tallyVitest(ok, report)).toMatchObject({ passed: 7, failed: 0 });
  expect(tallyVitest(bad, report)).toMatchObject({ passed: 7, failed: 1 });
  expect(tallyVitest(ok, null)).toMatchObject({ passed: 0, failed: 1 });
  expect(tallyPlaywright(bad, { stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [] })).toMatchObject(
    {
      failed: 1,
    },
  );
});

test("a journey that needed a second try counts as failed", () => {
  const report = { stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [] };
  expect(tallyPlaywright(bad, report)).toMatchObject({ passed: 3, failed: 2 });
});
