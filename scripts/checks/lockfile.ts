import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { StepRun } from "#scripts/tools/runTool.ts";

const entry = z.looseObject({ optionalDependencies: z.record(z.string(), z.string()).optional() });
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

/** Checks that the lockfile lists the packages of all systems. */
export function checkLockfile(): Promise<StepRun> {
  const missing = missingEntries(read()).map(([path]) => path);
  const output = `package-lock.json lacks ${missing.join(", ")}: run \`node scripts/launch.mjs lock\``;
  return Promise.resolve(missing.length === 0 ? { code: 0, output: "" } : { code: 1, output });
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
