import { childEnvironment } from "#server/config/env.ts";
import { examine } from "#scripts/doctor/examine.ts";
import { loadDotEnv } from "#scripts/launch/programs.ts";
import { refuseUnknown } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";

/**
 * Examines a deployment before and after it is set up: configuration, database, service. Prints one line for each finding,
 * problems first. Exit code: 0 if all is well, 1 if something has to be done.
 */
await runCommand(async (args) => {
  refuseUnknown(args, "npm run doctor");
  loadDotEnv();
  const findings = await examine(childEnvironment({ NODE_ENV: "production" }));
  for (const { ok, line } of findings) console.log(`${ok ? "ok    " : "TO DO "} ${line}`);
  return findings.every(({ ok }) => ok) ? 0 : 1;
});
