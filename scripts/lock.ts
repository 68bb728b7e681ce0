import { runCommand } from "#scripts/tools/runCommand.ts";
import { completeLockfile } from "#scripts/checks/lockfile.ts";

/** After `npm install`: lists the packages for other systems in the lockfile, where the registry made npm leave them out. */
await runCommand(() => {
  console.log(`${completeLockfile()} entries added to package-lock.json.`);
  return Promise.resolve(0);
});
