import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOrInstallBrowser } from "#scripts/browser/findBrowser.ts";
import { runChecks } from "#scripts/checks/runChecks.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runProgram, runTool } from "#scripts/tools/runTool.ts";
import type { StepRun } from "#scripts/tools/runTool.ts";
import { tallyPlaywright, tallyVitest } from "#scripts/checks/tally.ts";
import type { Tally } from "#scripts/checks/tally.ts";

/** Everything there is to check and test. The last line says how it went, over all of it. */
async function test(): Promise<number> {
  const reports = mkdtempSync(join(tmpdir(), "codedesk-reports-"));
  const tallies: Tally[] = [];
  try {
    const browser = await findOrInstallBrowser();
    heading("Static checks");
    tallies.push(await runChecks());
    heading("Production build");
    // Before the tests: some of them start the built dashboard.
    const build = await runProgram(process.execPath, [...process.execArgv, join("scripts", "build.ts")]);
    if (build.code !== 0) console.log(build.output);
    tallies.push({ name: "build", passed: build.code === 0 ? 1 : 0, failed: build.code === 0 ? 0 : 1 });
    heading("Unit and integration tests");
    tallies.push(await runVitest(join(reports, "vitest.json")));
    heading("Journeys in a real browser");
    tallies.push(await runPlaywright(browser, join(reports, "playwright.json")));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  return summarise(tallies);
}

async function runVitest(report: string): Promise<Tally> {
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return tallyVitest(await runTool("vitest/vitest.mjs", args, { live: true }), read(report));
}

async function runPlaywright(browser: string | null, report: string): Promise<Tally> {
  if (browser === null) return { name: "journeys", passed: 0, failed: 1 };
  const run: StepRun = await runTool("@playwright/test/cli.js", ["test", "--reporter=list,json"], {
    live: true,
    variables: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return tallyPlaywright(run, read(report));
}

function summarise(tallies: readonly Tally[]): number {
  console.log("");
  for (const { name, passed, failed } of tallies) console.log(`${name}: ${passed} passed, ${failed} failed`);
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
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
