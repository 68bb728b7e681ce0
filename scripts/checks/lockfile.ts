import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { StepRun } from "#scripts/tools/runTool.ts";

/** npm writes one value with or without brackets. */
const names = z.union([z.array(z.string()), z.string().transform((name) => [name])]);
const entry = z.looseObject({
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  optional: z.boolean().optional(),
  os: names.optional(),
  cpu: names.optional(),
  libc: names.optional(),
});
const lockfile = z.looseObject({ packages: z.record(z.string(), entry) });
type Lockfile = z.infer<typeof lockfile>;

const SYSTEMS = "aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|wasi|win32";
const PROCESSORS = "arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64";

/**
 * Finds packages for other systems that the lockfile does not list. With a registry that has packages for some systems only, npm
 * leaves them out, and `npm ci` then refuses the lockfile on every machine.
 */
function missingEntries(lock: Lockfile): [string, Record<string, unknown>][] {
  const missing = new Map<string, Record<string, unknown>>();
  for (const [path, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      // npm uses the nearest one: below the package itself, or at the top.
      if (lock.packages[`${path}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`]) continue;
      const system = new RegExp(`[-/](${SYSTEMS})(?:-|$)`).exec(name)?.[1];
      const processor = new RegExp(`[-/](${PROCESSORS})(?:-|$)`).exec(name)?.[1];
      if (processor === undefined || (system === undefined && processor !== "wasm32")) continue;
      missing.set(`node_modules/${name}`, {
        version,
        cpu: [processor],
        optional: true,
        ...(system === undefined || system === "wasi" ? {} : { os: [system] }),
        ...(/musl/.test(name) ? { libc: ["musl"] } : {}),
      });
    }
  }
  return [...missing];
}

function read(): Lockfile {
  return lockfile.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
}

/**
 * Packages that npm would install unverified. Those for systems on which Codedesk is not deployed may lack a hash: a registry
 * without their versions tells none.
 */
export function unverifiedEntries(lock: Lockfile): string[] {
  return Object.entries(lock.packages).flatMap(([path, { integrity, link, optional, os, cpu, libc }]) => {
    if (path === "" || link === true || /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? "")) return [];
    const isElsewhere =
      os?.includes("linux") === false || cpu?.includes("x64") === false || libc?.includes("glibc") === false;
    return integrity === undefined && optional === true && isElsewhere ? [] : [path];
  });
}

/** Checks that the lockfile lists the packages of all systems, and that what is deployed is verified by its hash. */
export function checkLockfile(): Promise<StepRun> {
  const lock = read();
  const missing = missingEntries(lock).map(([path]) => path);
  const unverified = unverifiedEntries(lock);
  const output = [
    ...(missing.length === 0
      ? []
      : [`package-lock.json lacks ${missing.join(", ")}: run \`node scripts/launch.mjs lock\``]),
    ...(unverified.length === 0
      ? []
      : [`package-lock.json has no sha512 integrity of ${unverified.join(", ")}: install them anew`]),
  ];
  return Promise.resolve({ code: output.length === 0 ? 0 : 1, output: output.join("\n") });
}

/** Adds the missing entries and returns how many there were. The rest of the file stays byte for byte. */
export function completeLockfile(): number {
  const missing = missingEntries(read());
  if (missing.length === 0) return 0;
  const text = readFileSync("package-lock.json", "utf8");
  const added = missing.map(
    ([path, fields]) => `${JSON.stringify({ [path]: fields }, null, 2).slice(2, -2)},`,
  );
  const indented = added.map((block) => block.replaceAll(/^/gm, "  ")).join("\n");
  // npm sorts the entries the next time it writes the file.
  writeFileSync(
    "package-lock.json",
    text.replace(/\n  "packages": \{\n/, (head) => `${head}${indented}\n`),
  );
  return missing.length;
}
