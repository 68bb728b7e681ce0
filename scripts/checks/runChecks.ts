import { checkFolderCycles } from "#scripts/checks/boundaries/folderCycles.ts";
import { checkProductionImports } from "#scripts/checks/production/productionImports.ts";
import { runTool } from "#scripts/tools/runTool.ts";
import type { StepRun } from "#scripts/tools/runTool.ts";
import { StartupError } from "#server/config/startupError.ts";
import { checkAdvisories } from "./advisories.ts";
import { findDeadPaths } from "./docPaths.ts";
import { excerptOf } from "./excerpt.ts";
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

/**
 * The checks whose names begin like one of these; without any, all.
 * @throws StartupError for a name that none begins with
 */
function chosen(names: readonly string[]): Check[] {
  const unknown = names.find((name) => !CHECKS.some((check) => check.name.startsWith(name)));
  if (unknown !== undefined) {
    const known = CHECKS.map(({ name }) => name).join(", ");
    throw new StartupError(
      `There is no check "${unknown}". These can be named, or the beginning of a name: ${known}.`,
    );
  }
  return CHECKS.filter(({ name }) => names.length === 0 || names.some((each) => name.startsWith(each)));
}

/**
 * Runs static checks, two at a time, and prints a line for each.
 * @param names only those
 * @param mostLines how much of the output of one that fails is kept
 */
export async function runChecks(names: readonly string[] = [], mostLines?: number): Promise<Tally> {
  const checks = chosen(names);
  const waiting = [...checks];
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
      const repeat = `npm run check -- "${check.name}"`;
      failures.push({ what: `check: ${check.name}`, message: excerptOf(output, mostLines), repeat });
    }
  }
  await Promise.all([next(), next()]);
  const failed = failures.length;
  return { name: "checks", passed: checks.length - failed, failed, parts, failures };
}
