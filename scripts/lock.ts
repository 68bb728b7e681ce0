import { runCommand } from "#scripts/tools/runCommand.ts";
import { completeLockfile } from "#scripts/checks/lockfile.ts";

/** After `npm install`: adds the packages for other systems that npm left out of the lockfile because of the registry. */
await runCommand(() => {
  console.log(`${completeLockfile()} entries added to package-lock.json.`);
  return Promise.resolve(0);
});
