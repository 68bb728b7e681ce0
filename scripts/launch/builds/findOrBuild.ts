import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { childEnvironment } from "#server/config/env.ts";
import { StartupError } from "#server/config/startupError.ts";
import type { Supervisor } from "#scripts/launch/processes/supervisor.ts";
import { BUILDS, findBuild } from "./findBuild.ts";

const manifestSchema = z.object({ devDependencies: z.record(z.string(), z.string()) });

/**
 * Returns the directory of the finished build of the current sources, such as an image brings along. In a checkout it is made
 * first if it is missing, by a program of its own: building needs development packages, which production does not have, so nothing
 * that production runs imports `scripts/build`.
 * @throws StartupError when there is no build and none can be made
 */
export async function findOrBuild(supervisor: Supervisor): Promise<string> {
  const found = findBuild();
  if (found !== null) return found;
  if (!canBuild()) {
    throw new StartupError(
      `There is no finished build of these sources in ${BUILDS}, and the packages that make one are not installed here: ` +
        "run `npm run build` where they are, and bring its result along.",
    );
  }
  const code = await supervisor.finish({
    name: "build",
    command: process.execPath,
    args: [...process.execArgv, join("scripts", "build.ts")],
    env: childEnvironment({ NODE_ENV: "production" }),
    output: "inherit",
    timeoutMs: 10_000,
  });
  const made = code === 0 ? findBuild() : null;
  if (made === null) throw new StartupError("The dashboard could not be built: see above.");
  return made;
}

function canBuild(): boolean {
  const { devDependencies } = manifestSchema.parse(JSON.parse(readFileSync("package.json", "utf8")));
  return Object.keys(devDependencies).every((name) => existsSync(join("node_modules", name)));
}
