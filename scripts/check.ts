import { runChecks } from "#scripts/checks/runChecks.ts";
import { refuseUnknown } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";

/**
 * Runs all static checks: format, lint, import boundaries and cycles, types, dead code, logical layout, packages of production,
 * lockfile, advisories, paths and citations (scripts/checks/runChecks.ts).
 */
await runCommand(async (args) => {
  refuseUnknown(args, "npm run check");
  const { failed } = await runChecks();
  return failed === 0 ? 0 : 1;
});
