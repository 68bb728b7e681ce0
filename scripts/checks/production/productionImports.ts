import { existsSync, globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { posix } from "node:path";
import { findBuild } from "#scripts/launch/builds/findBuild.ts";
import type { StepRun } from "#scripts/tools/runTool.ts";
import { importsOf } from "./importsOf.ts";
import { developmentPackagesIn, isShipped } from "./shippedPackages.ts";

/** What a deployment runs beside the built server (docs/operations.md), and how. */
const PROGRAMS = ["start", "member", "doctor", "audit-verify", "sandbox"].map((name) => `scripts/${name}.ts`);
const LAUNCHERS = ["scripts/launch.mjs", "scripts/quickImports.mjs"];

/** The sources of the built server: Next's entries, each with all that it imports. */
function entriesOfServer(): string[] {
  return [
    "instrumentation.ts",
    "instrumentation-client.ts",
    "server/main.mjs",
    ...globSync("app/**/*.{ts,tsx}").filter((path) => !path.includes(".test.")),
  ];
}

/**
 * Production has no development packages, so nothing that it runs may import one, directly or through other files. Judges the
 * sources, and beside them the finished build of these if there is one.
 */
export function checkProductionImports(): Promise<StepRun> {
  const entries = [...PROGRAMS, ...LAUNCHERS, ...entriesOfServer()];
  const found = findMissingPackages(
    entries,
    (path) => (existsSync(path) ? readFileSync(path, "utf8") : null),
    isShipped(),
  );
  const build = findBuild();
  const linked = build === null ? [] : developmentPackagesIn(build);
  const output = [
    ...found.map(({ chain, name }) => `${chain.join(" → ")} → ${name}: production does not have this`),
    ...linked.map((path) => `the build links to ${path}, which is not a package of production`),
  ];
  return Promise.resolve({ code: output.length === 0 ? 0 : 1, output: output.join("\n") });
}

export type Missing = {
  /** From the program to the file that imports it. */
  chain: string[];
  /** The package or file, as the import names it. */
  name: string;
};

/**
 * Follows all imports of programs through the repository, and returns those of packages or files that production does not have,
 * one chain for each.
 * @param read returns the text of a file of the repository, or null if there is none
 */
export function findMissingPackages(
  entries: readonly string[],
  read: (path: string) => string | null,
  isInstalled: (name: string) => boolean,
): Missing[] {
  const importers = new Map<string, string | null>(entries.map((entry) => [entry, null]));
  const missing = new Map<string, Missing>();
  for (const file of importers.keys()) {
    const source = read(file);
    if (source === null || !/\.(?:tsx?|mjs|cjs|js)$/.test(file)) continue;
    for (const name of importsOf(file, source)) {
      const target = fileOf(file, name);
      if (target !== null && read(target) !== null) {
        if (!importers.has(target)) importers.set(target, file);
      } else if (target !== null || !(isBuiltin(name) || isInstalled(packageOf(name)))) {
        if (!missing.has(name)) missing.set(name, { chain: chainTo(file, importers), name });
      }
    }
  }
  return [...missing.values()];
}

/** The path of a file of the repository that an import names; null for a package. */
function fileOf(importer: string, name: string): string | null {
  if (name.startsWith("#")) return name.slice(1);
  return name.startsWith(".") ? posix.join(posix.dirname(importer), name) : null;
}

function packageOf(name: string): string {
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}

function isBuiltin(name: string): boolean {
  return name.startsWith("node:") || builtinModules.includes(name);
}

function chainTo(file: string, importers: ReadonlyMap<string, string | null>): string[] {
  const chain = [file];
  for (let next = importers.get(file); typeof next === "string"; next = importers.get(next))
    chain.unshift(next);
  return chain;
}
