import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOrInstallBrowser } from "#scripts/browser/findBrowser.ts";
import { runChecks } from "#scripts/checks/runChecks.ts";
import { refuseUnknown } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runProgram, runTool } from "#scripts/tools/runTool.ts";
import type { StepOptions, StepRun } from "#scripts/tools/runTool.ts";
import { whyNotConfined } from "#scripts/tools/whyNotConfined.ts";
import { longestParts, tallyPlaywright, tallyVitest } from "#scripts/checks/tally.ts";
import type { Tally } from "#scripts/checks/tally.ts";

/** Runs every check and test. The last line says how many passed and failed in total. */
async function test(args: string[]): Promise<number> {
  refuseUnknown(args, "npm test; CONTRIBUTING.md says how to run a single one.");
  const reports = mkdtempSync(join(tmpdir(), "codedesk-reports-"));
  const steps: Step[] = [];
  try {
    const browser = await findOrInstallBrowser("journeys");
    // Nothing waits for the static checks: they take what the build and the tests leave of the processors.
    const checks = timed(() => runChecks({ leastPriority: true }));
    heading("Production build, and static checks beside all that follows");
    steps.push(await timed(runBuild));
    heading("Integration tests");
    steps.push(await timed(() => runVitest("integration", reports, { live: true })));
    heading("Journeys in a real browser, and unit tests beside them");
    // Unit tests only compute, so they too take what is left: journeys often wait.
    steps.push(
      ...(await Promise.all([
        checks,
        timed(() => runVitest("unit", reports, { leastPriority: true }, ["--maxWorkers=1"])),
        timed(() => runPlaywright(browser, join(reports, "playwright.json"))),
      ])),
    );
    heading("A deployment");
    steps.push(await timed(() => runDeployment(reports)));
    heading("Tests that compare times");
    steps.push(await timed(() => runVitest("timing", reports, { live: true })));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  return summarise(steps);
}

type Step = Tally & { seconds: number };

async function timed(run: () => Promise<Tally>): Promise<Step> {
  const start = performance.now();
  const tally = await run();
  return { ...tally, seconds: (performance.now() - start) / 1_000 };
}

async function runBuild(): Promise<Tally> {
  const start = performance.now();
  const { code, output } = await runProgram(process.execPath, [
    ...process.execArgv,
    join("scripts", "build.ts"),
  ]);
  if (code !== 0) console.log(output);
  const parts = [{ name: "production build", ms: performance.now() - start }];
  return { name: "build", passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, parts, failures: [] };
}

async function runVitest(
  project: string,
  reports: string,
  options: StepOptions,
  more: string[] = [],
): Promise<Tally> {
  const report = join(reports, `${project}.json`);
  const args = ["run", `--project=${project}`, "--reporter=default", "--reporter=json", ...more];
  const run = await runTool("vitest/vitest.mjs", [...args, `--outputFile.json=${report}`], options);
  if (run.code !== 0) console.log(run.output);
  return tallyVitest(project, run, read(report));
}

async function runDeployment(reports: string): Promise<Tally> {
  const reason = whyNotConfined();
  if (reason === null) return runVitest("deployment", reports, { live: true });
  console.log(`Skipped: ${reason}.`);
  return { name: "deployment", passed: 0, failed: 0, parts: [], failures: [] };
}

async function runPlaywright(browser: string | null, report: string): Promise<Tally> {
  if (browser === null) return { name: "journeys", passed: 0, failed: 1, parts: [], failures: [] };
  const run: StepRun = await runTool("@playwright/test/cli.js", ["test", "--reporter=list,json"], {
    live: true,
    variables: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return tallyPlaywright(run, read(report));
}

function summarise(steps: readonly Step[]): number {
  console.log("\nThe ten longest parts:");
  for (const line of longestParts(steps)) console.log(line);
  const failures = steps.flatMap((step) => step.failures);
  if (failures.length > 0) console.log("\nWhat failed:");
  for (const failure of failures) console.log(`  ${failure}`);
  console.log("");
  for (const { name, passed, failed, seconds } of steps) {
    console.log(`${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`);
  }
  const passed = steps.reduce((sum, step) => sum + step.passed, 0);
  const failed = steps.reduce((sum, step) => sum + step.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

function heading(text: string): void {
  console.log(`\n== ${text}`);
}

await runCommand(test);
