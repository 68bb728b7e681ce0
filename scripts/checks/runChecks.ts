import { checkFolderCycles } from "#scripts/checks/boundaries/folderCycles.ts";
import { checkProductionImports } from "#scripts/checks/production/productionImports.ts";
import { runTool } from "#scripts/tools/runTool.ts";
import type { StepRun } from "#scripts/tools/runTool.ts";
import { checkAdvisories } from "./advisories.ts";
import { findDeadPaths } from "./docPaths.ts";
import { checkLockfile } from "./lockfile.ts";
import { checkLogicalLayout } from "./logicalLayout.ts";
import type { Failure, Part, Tally } from "./tally.ts";

type Check = { name: string; run: () => Promise<StepRun> };

// The longest first, so that the others run beside it.
const CHECKS: Check[] = [
  {
    name: "lint and import boundaries",
    run: () => runTool("oxlint/bin/oxlint", ["--type-aware", "--deny-warnings"]),
  },
  {
    name: "format",
    run: () => runTool("oxfmt/bin/oxfmt", ["--check"]),
  },
  { name: "types", run: () => runTool("typescript/bin/tsc", ["--noEmit"]) },
  { name: "dead code", run: () => runTool("knip/bin/knip.js", ["--no-progress"]) },
  { name: "folder cycles", run: () => checkFolderCycles() },
  { name: "logical layout", run: () => checkLogicalLayout() },
  { name: "packages of production", run: () => checkProductionImports() },
  { name: "lockfile", run: () => checkLockfile() },
  { name: "advisories", run: () => checkAdvisories() },
  { name: "paths and citations", run: () => findDeadPaths() },
];

/** Runs all static checks, two at a time; prints a line for each, and the whole output of one that failed. */
export async function runChecks(): Promise<Tally> {
  const waiting = [...CHECKS];
  const parts: Part[] = [];
  const failures: Failure[] = [];
  async function next(): Promise<void> {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const start = performance.now();
      const { code, output } = await check.run();
      const ms = performance.now() - start;
      parts.push({ name: `check: ${check.name}`, ms });
      console.log(`${code === 0 ? "ok    " : "FAILED"} ${check.name} (${(ms / 1_000).toFixed(1)} s)`);
      if (code === 0) continue;
      const message = output.trimEnd();
      failures.push({ what: `check: ${check.name}`, message, repeat: "npm run check" });
      console.log(message);
    }
  }
  await Promise.all([next(), next()]);
  const failed = failures.length;
  return { name: "checks", passed: CHECKS.length - failed, failed, parts, failures };
}
