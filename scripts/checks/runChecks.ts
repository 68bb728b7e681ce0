import { checkFolderCycles } from "#scripts/checks/boundaries/folderCycles.ts";
import { checkProductionImports } from "#scripts/checks/production/productionImports.ts";
import { runTool } from "#scripts/tools/runTool.ts";
import type { StepOptions, StepRun } from "#scripts/tools/runTool.ts";
import { checkAdvisories } from "./advisories.ts";
import { findDeadPaths } from "./docPaths.ts";
import { checkLockfile } from "./lockfile.ts";
import { checkLogicalLayout } from "./logicalLayout.ts";
import type { Part, Tally } from "./tally.ts";

type Check = { name: string; run: (options: StepOptions) => Promise<StepRun> };

// The longest first, so that the others run beside it.
const CHECKS: Check[] = [
  {
    name: "lint and import boundaries",
    run: (options) => runTool("oxlint/bin/oxlint", ["--type-aware", "--deny-warnings"], options),
  },
  {
    name: "format",
    run: (options) => runTool("oxfmt/bin/oxfmt", ["--check"], options),
  },
  { name: "types", run: (options) => runTool("typescript/bin/tsc", ["--noEmit"], options) },
  { name: "dead code", run: (options) => runTool("knip/bin/knip.js", ["--no-progress"], options) },
  { name: "folder cycles", run: () => checkFolderCycles() },
  { name: "logical layout", run: () => checkLogicalLayout() },
  { name: "packages of production", run: () => checkProductionImports() },
  { name: "lockfile", run: () => checkLockfile() },
  { name: "advisories", run: () => checkAdvisories() },
  { name: "paths and citations", run: () => findDeadPaths() },
];

/** Runs all static checks, two at a time; prints a line for each, and the whole output of one that failed. */
export async function runChecks(options: StepOptions = {}): Promise<Tally> {
  const waiting = [...CHECKS];
  const parts: Part[] = [];
  const failures: string[] = [];
  async function next(): Promise<void> {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const start = performance.now();
      const { code, output } = await check.run(options);
      const ms = performance.now() - start;
      parts.push({ name: `check: ${check.name}`, ms });
      console.log(`${code === 0 ? "ok    " : "FAILED"} ${check.name} (${(ms / 1_000).toFixed(1)} s)`);
      if (code === 0) continue;
      failures.push(`check: ${check.name}`);
      console.log(output.trimEnd());
    }
  }
  await Promise.all([next(), next()]);
  const failed = failures.length;
  return { name: "checks", passed: CHECKS.length - failed, failed, parts, failures };
}
