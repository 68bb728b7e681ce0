import { countOf } from "#scripts/tools/countOf.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runTool } from "#scripts/tools/runTool.ts";

/** Runs ten thousand random histories of orders (`npm run test:long -- 2000` for another number). */
await runCommand(async (args) => {
  const histories = countOf(args, 10_000, "test:long");
  const { code } = await runTool("vitest/vitest.mjs", ["run", "tests/model"], {
    live: true,
    variables: { MODEL_HISTORIES: String(histories) },
  });
  return code;
});
