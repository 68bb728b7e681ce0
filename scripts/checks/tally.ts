import { z } from "zod";
import type { StepRun } from "#scripts/tools/runTool.ts";

/** How many tests or checks of one part passed and failed. */
export type Tally = { name: string; passed: number; failed: number };

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
});

/** A file that does not even load holds no test, but counts as a failed one. */
export function tallyVitest(run: StepRun, report: unknown): Tally {
  const read = vitestReport.safeParse(report);
  if (!read.success) return broken("unit and integration");
  const unloaded = read.data.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length;
  return settled("unit and integration", run, read.data.numPassedTests, read.data.numFailedTests + unloaded);
}

/** A journey that only passed when repeated counts as failed: nothing here may depend on luck. */
export function tallyPlaywright(run: StepRun, report: unknown): Tally {
  const read = playwrightReport.safeParse(report);
  if (!read.success) return broken("journeys");
  const { expected, unexpected, flaky } = read.data.stats;
  return settled("journeys", run, expected, unexpected + flaky);
}

/** A runner that ends badly without naming a test (an unhandled error) has failed once. */
function settled(name: string, run: StepRun, passed: number, failed: number): Tally {
  return { name, passed, failed: failed === 0 && run.code !== 0 ? 1 : failed };
}

function broken(name: string): Tally {
  return { name, passed: 0, failed: 1 };
}
