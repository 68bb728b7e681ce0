import { StartupError } from "#server/config/startupError.ts";

/** Packages that are published together, and have to be of the same version. */
const PUBLISHED_TOGETHER = [
  ["react", "react-dom"],
  ["tailwindcss", "@tailwindcss/postcss"],
];

/**
 * What to install for the arguments of a rehearsal (`next@16.4.6`), with the packages that are published together with them.
 * @throws StartupError for an argument that is no package of the project with an exact version
 */
export function upgradeSpecs(args: readonly string[], packages: ReadonlySet<string>): string[] {
  const asked = new Map(args.map((arg) => readSpec(arg, packages)));
  if (asked.size === 0) throw new StartupError(`Name what to rehearse: ${USAGE}.`);
  const versions = new Map<string, string>();
  for (const [name, version] of asked) {
    const group = PUBLISHED_TOGETHER.find((names) => names.includes(name)) ?? [name];
    for (const each of group) versions.set(each, asked.get(each) ?? version);
  }
  return [...versions].map(([name, version]) => `${name}@${version}`);
}

const USAGE = "`npm run rehearse:upgrade -- next@16.4.6`";

function readSpec(arg: string, packages: ReadonlySet<string>): [name: string, version: string] {
  const [, name = "", version = ""] = /^(@?[^@\s]+)@(\d+\.\d+\.\d+(?:-[\w.-]+)?)$/.exec(arg) ?? [];
  if (name === "")
    throw new StartupError(`"${arg}" names no package with an exact version, as ${USAGE} does.`);
  if (!packages.has(name)) throw new StartupError(`package.json does not name ${name}.`);
  return [name, version];
}
