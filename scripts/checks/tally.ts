import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import type { StepRun } from "#scripts/tools/runTool.ts";
import { repeatTest, seedIn } from "./repeatTest.ts";

/** How many tests or checks of one step passed and failed, which failed, and how long its parts took. */
export type Tally = { name: string; passed: number; failed: number; parts: Part[]; failures: Failure[] };

/** One test or check that failed, what it said, and the command that repeats it alone, in the root of the repository. */
export type Failure = { what: string; message: string; repeat: string };

/** One check, test file or journey file. Durations of a file are the sum of its tests, which may run side by side. */
export type Part = { name: string; ms: number };

const vitestReportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

const playwrightResultSchema = z.object({
  duration: z.number(),
  error: z.object({ message: z.string().optional() }).optional(),
});
const playwrightTestSchema = z.object({ results: z.array(playwrightResultSchema) });
const playwrightSpecSchema = z.object({
  title: z.string(),
  ok: z.boolean(),
  line: z.int(),
  tests: z.array(playwrightTestSchema),
});
type Suite = {
  file: string;
  specs: z.infer<typeof playwrightSpecSchema>[];
  suites?: Suite[] | undefined;
};
const suiteSchema: z.ZodType<Suite> = z.object({
  file: z.string(),
  specs: z.array(playwrightSpecSchema),
  suites: z.lazy(() => z.array(suiteSchema)).optional(),
});
const playwrightReportSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
  suites: z.array(suiteSchema),
});

/** A test file that does not even load contains no test, but counts as a failed one. */
export function tallyVitest(name: string, run: StepRun, report: unknown): Tally {
  const read = vitestReportSchema.safeParse(report);
  if (!read.success) return unreadable(name);
  const { numPassedTests, numFailedTests, testResults } = read.data;
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length;
  const parts = testResults.map((file) => ({
    name: relative(process.cwd(), file.name),
    ms: file.endTime - file.startTime,
  }));
  const failed = countFailed(run, numFailedTests + unloaded);
  const failures = testResults.flatMap((file) => failuresOfFile(name, file));
  return { name, passed: numPassedTests, failed, parts, failures: named(name, failed, failures) };
}

/** A journey that only passed when repeated counts as failed, because no journey may depend on luck. */
export function tallyPlaywright(run: StepRun, report: unknown): Tally {
  const name = "journeys";
  const read = playwrightReportSchema.safeParse(report);
  if (!read.success) return unreadable(name);
  const { expected, unexpected, flaky } = read.data.stats;
  const parts = read.data.suites.map((each) => ({ name: `e2e/journeys/${each.file}`, ms: durationOf(each) }));
  const failed = countFailed(run, unexpected + flaky);
  const failures = read.data.suites.flatMap(failuresOfSuite);
  return { name, passed: expected, failed, parts, failures: named(name, failed, failures) };
}

/** The ten longest parts of all steps, as lines for people. */
export function longestParts(tallies: readonly Tally[]): string[] {
  return tallies
    .flatMap(({ parts }) => parts)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`);
}

function durationOf({ specs, suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests).flatMap(({ results }) => results);
  return (
    own.reduce((sum, { duration }) => sum + duration, 0) +
    suites.reduce((sum, inner) => sum + durationOf(inner), 0)
  );
}

type VitestFile = z.infer<typeof vitestReportSchema>["testResults"][number];

/** @param project vitest's name of the tests */
function failuresOfFile(
  project: string,
  { name, status, message = "", assertionResults }: VitestFile,
): Failure[] {
  const file = relative(process.cwd(), name);
  if (status === "failed" && assertionResults.length === 0)
    return [{ what: file, message: firstLines(message), repeat: repeatTest(project, file) }];
  return assertionResults
    .filter((each) => each.status === "failed")
    .map(({ ancestorTitles, title, failureMessages }) => {
      const fullName = [...ancestorTitles, title].join(" > ");
      const said = failureMessages.join("\n");
      const repeat = repeatTest(project, file, fullName, seedIn(said));
      return { what: `${file} > ${fullName}`, message: firstLines(said), repeat };
    });
}

function failuresOfSuite({ file, specs, suites = [] }: Suite): Failure[] {
  const path = `e2e/journeys/${file}`;
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, line, tests }) => {
      const results = tests.flatMap((test) => test.results);
      const said = results.flatMap(({ error }) => error?.message ?? []).join("\n");
      const message = firstLines(stripVTControlCharacters(said));
      return { what: `${path} > ${title}`, message, repeat: `npm run e2e -- ${path}:${line}` };
    });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

const MESSAGE_LINES = 12;

/** Of what it said, not of the calls that led there. */
function firstLines(text: string): string {
  const said = text.split("\n").filter((line) => !/^\s+at /.test(line));
  return said.slice(0, MESSAGE_LINES).join("\n").trimEnd();
}

/** If a step failed without naming a test, the whole step is what has to be repeated. */
function named(name: string, failed: number, failures: Failure[]): Failure[] {
  if (failed === 0 || failures.length > 0) return failures;
  const repeat = name === "journeys" ? "npm run e2e" : repeatTest(name);
  return [{ what: name, message: "It failed without naming a test: see its output above.", repeat }];
}

/** If a runner fails without naming a test (an unhandled error), that counts as one failure. */
function countFailed(run: StepRun, counted: number): number {
  return counted === 0 && run.code !== 0 ? 1 : counted;
}

function unreadable(name: string): Tally {
  const failures = named(name, 1, []);
  return { name, passed: 0, failed: 1, parts: [], failures };
}
