import { countOf } from "#scripts/tools/countOf.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runTool } from "#scripts/tools/runTool.ts";

/** Kills two hundred instances under load (`npm run test:soak -- 50` for another number) and prints the figures. */
await runCommand(async (args) => {
  const kills = countOf(args, 200, "test:soak");
  const { code } = await runTool("vitest/vitest.mjs", ["run", "tests/soak"], {
    live: true,
    variables: { SOAK_KILLS: String(kills) },
  });
  return code;
});
