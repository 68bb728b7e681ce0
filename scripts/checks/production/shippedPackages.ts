import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, matchesGlob } from "node:path";
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

/** Packages that a build links to, because Next has not bundled them, and that are development packages or unknown. */
export function developmentPackagesIn(build: string, root = "."): string[] {
  const { packages } = lockfileSchema.parse(
    JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")),
  );
  const folder = join(build, ".next", "node_modules");
  const links = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isSymbolicLink(),
  );
  const linked = links.map(({ parentPath, name }) => {
    const target = readlinkSync(join(parentPath, name)).replaceAll("\\", "/");
    return target.slice(target.indexOf("node_modules/"));
  });
  return linked.filter((path) => packages[path] === undefined || packages[path].dev === true);
}
