import { ownPackages } from "#scripts/rehearse/ownPackages.ts";
import { rehearseUpgrade } from "#scripts/rehearse/rehearseUpgrade.ts";
import { upgradeSpecs } from "#scripts/rehearse/upgradeSpecs.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";

/** Rehearses an upgrade: `npm run rehearse:upgrade -- next@16.4.6`. */
await runCommand(async (args) => ((await rehearseUpgrade(upgradeSpecs(args, ownPackages()))) ? 0 : 1));
