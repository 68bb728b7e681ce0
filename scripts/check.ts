import { runChecks } from "#scripts/checks/runChecks.ts";
import { endOfChecks } from "#scripts/checks/summary.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";

/** Shows the whole output of a check that fails, and not only its first lines. */
const WHOLE = "--whole";

/**
 * Runs all static checks: format, lint, import boundaries and cycles, types, dead code, logical layout, packages of production,
 * lockfile, advisories, paths and citations (scripts/checks/runChecks.ts). `npm run check -- types format` runs only these.
 */
await runCommand(async (args) => {
  const names = args.filter((each) => each !== WHOLE);
  const { failures } = await runChecks(names, args.includes(WHOLE) ? Infinity : undefined);
  for (const line of endOfChecks(failures)) console.log(line);
  return failures.length === 0 ? 0 : 1;
});
