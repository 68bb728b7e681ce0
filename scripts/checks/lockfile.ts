import { readFileSync } from "node:fs";
import { z } from "zod";
import type { StepRun } from "#scripts/tools/runTool.ts";

const entrySchema = z.looseObject({
  name: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  /** Part of its parent's archive, which has the hash. */
  inBundle: z.boolean().optional(),
});
const lockfileSchema = z.looseObject({ packages: z.record(z.string(), entrySchema) });
type Lockfile = z.infer<typeof lockfileSchema>;

const manifestSchema = z.object({ overrides: z.record(z.string(), z.unknown()).default({}) });

/** A version and no range, no tag and no other package. */
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/** Packages that others depend on and Codedesk does not use: an override in package.json replaces them. */
const UNUSED = /(?:^|\/)node_modules\/(?:sharp|@img\/[^/]+)$/;

/**
 * Optional packages, such as those for other systems, that are missing from the lockfile: npm leaves out what the registry does
 * not have, and `npm ci` then rejects the lockfile on other systems.
 */
export function missingEntries({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      // npm uses the nearest one: below the package itself, or at the top.
      .filter((name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`])
      .map((name) => `${path} → ${name}`),
  );
}

/** Packages that npm would install unverified, on any system. */
export function unverifiedEntries({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([path, { link, inBundle }]) => path !== "" && link !== true && inBundle !== true)
    .filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""))
    .map(([path]) => path);
}

/** Packages that are not used but would still be installed. */
export function unusedEntries({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([path, { name }]) => UNUSED.test(path) && name === undefined)
    .map(([path]) => path);
}

/**
 * Overrides that no longer fit: nothing depends on the package, or one that does needs exactly another version. An override outlives its
 * reason unseen, because npm obeys it also after an upgrade.
 */
export function staleOverrides(overrides: Record<string, unknown>, { packages }: Lockfile): string[] {
  return Object.entries(overrides).flatMap(([name, version]) => {
    const needs = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) => {
      const range = { ...dependencies, ...optionalDependencies }[name];
      return path === "" || range === undefined ? [] : [{ path, range }];
    });
    if (needs.length === 0) return [`${name}, which nothing needs`];
    return needs
      .filter(({ range }) => EXACT.test(range) && EXACT.test(String(version)) && range !== version)
      .map(({ path, range }) => `${name} ${String(version)}, while ${path} needs ${range}`);
  });
}

/** Checks that every package that may be installed, on any system, is listed, verified by its hash and used, and that overrides fit. */
export function checkLockfile(): Promise<StepRun> {
  const lock = lockfileSchema.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
  const { overrides } = manifestSchema.parse(JSON.parse(readFileSync("package.json", "utf8")));
  const complaints = [
    [
      "package-lock.json lacks",
      missingEntries(lock),
      "choose versions that the registry has for every system",
    ],
    ["package-lock.json has no sha512 integrity of", unverifiedEntries(lock), "install them again"],
    ["package.json still overrides", staleOverrides(overrides, lock), "remove the override, and install"],
    ["package-lock.json installs without need", unusedEntries(lock), "override them in package.json"],
  ] as const;
  const output = complaints
    .filter(([, paths]) => paths.length > 0)
    .map(([what, paths, advice]) => `${what} ${paths.join(", ")}: ${advice}`);
  return Promise.resolve({ code: output.length === 0 ? 0 : 1, output: output.join("\n") });
}
