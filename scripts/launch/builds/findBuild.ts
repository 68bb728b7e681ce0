import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { noteUse } from "./keptBuilds.ts";

/** The files and folders that a build depends on. */
const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "server",
  "instrumentation-client.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "scripts/build",
  "tailwind.config.ts",
  "tsconfig.json",
];

/** The file of a build that is its program: a copy of server/main.mjs. */
export const PROGRAM_OF_BUILD = "main.mjs";

/** The folder of all finished builds. */
export const BUILDS = ".build";

/** Returns the directory that holds the build of the current sources, once it is finished. */
export function placeOfBuild(): string {
  return join(process.cwd(), BUILDS, hashSources());
}

/** Returns the directory of the finished build of the current sources; null if there is none yet. */
export function findBuild(place = placeOfBuild()): string | null {
  if (!existsSync(join(place, PROGRAM_OF_BUILD))) return null;
  noteUse(place);
  return place;
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) addToHash(hash, source);
  return hash.digest("hex").slice(0, 16);
}

function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(path).toSorted()) addToHash(hash, join(path, name));
    return;
  }
  if (/\.test\.tsx?$/.test(path)) return;
  hash.update(`${path}\0${found.size}\0`).update(readFileSync(path));
}
