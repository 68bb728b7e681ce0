import { readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob, relative } from "node:path";
import { z } from "zod";

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });
const lockfileSchema = z.object({
  packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })),
});

/** Says of a package's name whether an installation for production has it. */
export function isShipped(root = "."): (name: string) => boolean {
  const { dependencies } = manifestSchema.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const removed = removedFromImage(readFileSync(join(root, "Dockerfile"), "utf8"));
  return (name) =>
    dependencies[name] !== undefined &&
    !removed.some(
      (pattern) =>
        matchesGlob(`node_modules/${name}`, pattern) || `node_modules/${name}`.startsWith(`${pattern}/`),
    );
}

/** The patterns of packages that the Dockerfile removes from node_modules after `npm prune`. */
export function removedFromImage(dockerfile: string): string[] {
  const removals = [...dockerfile.matchAll(/\brm -rf ((?:[^\n&\\]|\\\n)+)/g)].flatMap(([, paths = ""]) =>
    paths.split(/[\s\\]+/),
  );
  return removals.filter((path) => path.startsWith("node_modules/"));
}

/** Packages that a build has brought along (Next's trace of what the server needs), and that are development packages or unknown. */
export function developmentPackagesIn(build: string, root = "."): string[] {
  const { packages } = lockfileSchema.parse(
    JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")),
  );
  // Links, as Next makes them, lead to these directories.
  const folders = readdirSync(build, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  );
  const paths = folders.map(({ parentPath, name }) =>
    relative(build, join(parentPath, name)).replaceAll("\\", "/"),
  );
  const traced = paths
    .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^@./][^/]*$/.test(path))
    .map((path) => path.slice(path.indexOf("node_modules/")));
  return [...new Set(traced)].filter((path) => packages[path] === undefined || packages[path].dev === true);
}
