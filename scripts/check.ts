import { runChecks } from "#scripts/checks/runChecks.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";

/** Lint, format, types, dead code, import boundaries, documents. */
await runCommand(async () => {
  const { failed } = await runChecks();
  return failed === 0 ? 0 : 1;
});
