import { runCommand } from "#scripts/stack/command.ts";
import { runTool } from "#scripts/checks/steps.ts";

/** Ten thousand random histories of orders (`npm run test:long -- 2000` for another number). */
await runCommand(async ([histories = "10000"]) => {
  const { code } = await runTool("vitest/vitest.mjs", ["run", "tests/model"], {
    live: true,
    variables: { MODEL_HISTORIES: histories },
  });
  return code;
});
