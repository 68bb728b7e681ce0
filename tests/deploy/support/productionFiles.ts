import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { BUILDS, findBuild } from "#scripts/launch/builds/findBuild.ts";
import { childEnvironment } from "#server/config/env.ts";
import { copyBuildContext } from "./buildContext.ts";
import type { Dockerfile } from "./dockerfile.ts";

/**
 * Makes the files of the image in a directory, by the Dockerfile's own commands. Only two of them are shortened, with the same
 * result: packages come from this checkout, where `npm ci` has put them, and so does the finished build, if the files that were copied
 * are those that it was made of.
 */
export function makeProductionFiles(dockerfile: Dockerfile, app: string): void {
  const checkout = process.cwd();
  const build = findBuild();
  if (build === null) throw new Error("there is no finished build: run `npm run build`");
  mkdirSync(app, { recursive: true });
  copyBuildContext(checkout, app);
  linkPackages(join(checkout, "node_modules"), join(app, "node_modules"));
  cpSync(build, join(app, BUILDS, build.slice(dirname(build).length + 1)), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const command of dockerfile.runs.filter((each) => !each.startsWith("npm ci "))) runIn(app, command);
  chmodSync(app, 0o755);
}

/** Hard links take a second where copies take a minute. npm rewrites the list of packages in place, so that one is copied. */
function linkPackages(from: string, to: string): void {
  const linked = spawnSync("cp", ["--archive", "--link", from, to]);
  if (linked.status !== 0) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const list = ".package-lock.json";
  rmSync(join(to, list));
  copyFileSync(join(from, list), join(to, list));
}

function runIn(app: string, command: string): void {
  const variables = { NODE_ENV: undefined, PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ""}` };
  const { status, stdout, stderr } = spawnSync("sh", ["-euc", command], {
    cwd: app,
    encoding: "utf8",
    env: childEnvironment({ ...variables, NODE_ENV: "production" }, { withoutConfiguration: true }),
  });
  if (status !== 0) throw new Error(`\`${command}\` failed in ${app}:\n${stdout}${stderr}`);
  if (stderr.includes("Building the dashboard")) {
    throw new Error(
      "the files that were copied are not those of the build: .dockerignore leaves out a source",
    );
  }
}
