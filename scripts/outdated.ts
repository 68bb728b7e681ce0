import { StartupError } from "#server/config/startupError.ts";
import { outdatedLines, readOutdated } from "#scripts/rehearse/outdated.ts";
import { ownPackages } from "#scripts/rehearse/ownPackages.ts";
import { rehearseUpgrade } from "#scripts/rehearse/rehearseUpgrade.ts";
import { upgradeSpecs } from "#scripts/rehearse/upgradeSpecs.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runProgram } from "#scripts/tools/runTool.ts";

const REHEARSE = "--rehearse";

/**
 * Lists the packages of which the registry has later versions: all, or those that are named (`npm run deps:outdated -- pg zod`). With
 * `--rehearse`, the upgrades that are no major ones are rehearsed, all at once; if that does not hold, each alone, to say which it is.
 * Meant to be run by a schedule: the exit code is 1 if an upgrade does not hold.
 */
await runCommand(async (args) => {
  const own = ownPackages();
  const named = args.filter((each) => each !== REHEARSE);
  const unknown = named.find((name) => !own.has(name));
  if (unknown !== undefined) throw new StartupError(`package.json does not name ${unknown}.`);
  const { output } = await runProgram("npm", ["outdated", "--json", ...named]);
  const outdated = readOutdated(output, own);
  if (outdated === null) throw new StartupError("The registry could not be asked for later versions.");
  console.log(
    outdated.length === 0 ? "All packages are at their latest versions." : outdatedLines(outdated).join("\n"),
  );
  const small = outdated.filter(({ isMajor }) => !isMajor).map(({ name, latest }) => `${name}@${latest}`);
  if (!args.includes(REHEARSE) || small.length === 0) return 0;
  const specs = upgradeSpecs(small, own);
  if (await rehearseUpgrade(specs)) return 0;
  for (const spec of small.length === 1 ? [] : small) await rehearseUpgrade(upgradeSpecs([spec], own));
  return 1;
});
