import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { findOrInstallBrowser } from "#scripts/browser/findBrowser.ts";
import { findOrInstallEngines } from "#scripts/browser/findEngines.ts";
import { runChecks } from "#scripts/checks/runChecks.ts";
import { failureLines, summaryLines, type TimedTally } from "#scripts/checks/summary.ts";
import { refuseUnknown } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runProgram, runTool } from "#scripts/tools/runTool.ts";
import type { StepRun } from "#scripts/tools/runTool.ts";
import { whyNotConfined } from "#scripts/tools/whyNotConfined.ts";
import { tallyPlaywright, tallyVitest } from "#scripts/checks/tally.ts";
import type { Tally } from "#scripts/checks/tally.ts";

type Step = { heading: string; run: (reports: string) => Promise<Tally> };

/** One after the other, so that none keeps another waiting; each uses all cores. The quickest to fail first. */
const STEPS: Step[] = [
  { heading: "Static checks", run: () => runChecks() },
  // They only compute: more workers than cores would gain nothing.
  {
    heading: "Unit tests",
    run: (reports) => runVitest("unit", reports, [`--maxWorkers=${availableParallelism()}`]),
  },
  { heading: "Production build", run: () => runBuild() },
  { heading: "Integration tests", run: (reports) => runVitest("integration", reports) },
  { heading: "Journeys in a real browser", run: (reports) => runPlaywright(reports) },
  { heading: "The main job in Firefox and WebKitGTK", run: (reports) => runEngines(reports) },
  { heading: "A deployment", run: (reports) => runDeployment(reports) },
  // Last, when nothing else is running any more.
  { heading: "Tests that compare times", run: (reports) => runVitest("timing", reports) },
];

/** Runs every check and test. The last line says how many passed and failed in total. */
async function test(args: string[]): Promise<number> {
  refuseUnknown(args, "npm test; CONTRIBUTING.md says how to run a single one.");
  const reports = mkdtempSync(join(tmpdir(), "codedesk-reports-"));
  const tallies: TimedTally[] = [];
  try {
    for (const { heading, run } of STEPS) {
      console.log(`\n== ${heading}`);
      const tally = await timed(() => run(reports));
      tallies.push(tally);
      // At once, so that nobody has to wait for the other steps.
      if (tally.failed > 0) console.log(["", "FAILED:", ...failureLines(tally.failures)].join("\n"));
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(["", ...summaryLines(tallies)].join("\n"));
  return tallies.every(({ failed }) => failed === 0) ? 0 : 1;
}

async function timed(run: () => Promise<Tally>): Promise<TimedTally> {
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
  const parts = [{ name: "production build", ms: performance.now() - start }];
  if (code === 0) return { name: "build", passed: 1, failed: 0, parts, failures: [] };
  const failure = { what: "production build", message: output.trimEnd(), repeat: "npm run build" };
  return { name: "build", passed: 0, failed: 1, parts, failures: [failure] };
}

async function runVitest(
  project: string,
  reports: string,
  more: string[] = [],
  variables: Record<string, string> = {},
): Promise<Tally> {
  const report = join(reports, `${project}.json`);
  const args = ["run", `--project=${project}`, "--reporter=default", "--reporter=json", ...more];
  const run = await runTool("vitest/vitest.mjs", [...args, `--outputFile.json=${report}`], {
    live: true,
    variables,
  });
  return tallyVitest(project, run, read(report));
}

/** The first part of it, in the browsers that there are. */
async function runEngines(reports: string): Promise<Tally> {
  const engines = await findOrInstallEngines();
  if (Object.keys(engines).length > 0) {
    return runVitest("engines", reports, [], { ...engines, ENGINES_PART: "short" });
  }
  return { name: "engines", passed: 0, failed: 0, parts: [], failures: [] };
}

async function runDeployment(reports: string): Promise<Tally> {
  const reason = whyNotConfined();
  if (reason === null) return runVitest("deployment", reports);
  console.log(`Skipped: ${reason}.`);
  return { name: "deployment", passed: 0, failed: 0, parts: [], failures: [] };
}

async function runPlaywright(reports: string): Promise<Tally> {
  const browser = await findOrInstallBrowser("journeys");
  if (browser === null) return noBrowser();
  const report = join(reports, "playwright.json");
  const run: StepRun = await runTool("@playwright/test/cli.js", ["test", "--reporter=list,json"], {
    live: true,
    variables: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return tallyPlaywright(run, read(report));
}

function noBrowser(): Tally {
  const message = "No browser was found, and none could be installed: see above.";
  const failures = [{ what: "journeys", message, repeat: "npm run e2e" }];
  return { name: "journeys", passed: 0, failed: 1, parts: [], failures };
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

await runCommand(test);
