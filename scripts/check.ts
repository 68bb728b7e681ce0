import { runChecks } from "./support/checks.ts";
import { runCommand } from "./support/command.ts";

/** Lint, format, types, dead code, walls. */
await runCommand(async () => {
  const { failed } = await runChecks();
  return failed === 0 ? 0 : 1;
});
