import { runChecks } from "#scripts/checks/runChecks.ts";
import { runCommand } from "#scripts/stack/command.ts";

/** Lint, format, types, dead code, walls. */
await runCommand(async () => {
  const { failed } = await runChecks();
  return failed === 0 ? 0 : 1;
});
