import { cpSync, readFileSync, readdirSync } from "node:fs";
import { join, matchesGlob } from "node:path";

/** Copies what `COPY . .` of the Dockerfile copies: everything that .dockerignore does not leave out. */
export function copyBuildContext(from: string, to: string): void {
  const isLeftOut = readIgnored(readFileSync(join(from, ".dockerignore"), "utf8"));
  for (const name of readdirSync(from)) {
    if (isLeftOut(name)) continue;
    cpSync(join(from, name), join(to, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (source) => !isLeftOut(source.slice(from.length + 1)),
    });
  }
}

/** Says of a path in the context whether .dockerignore leaves it out: the last pattern that matches it, or a folder around it, decides. */
export function readIgnored(text: string): (path: string) => boolean {
  const patterns = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ pattern: line.replace(/^!/, ""), leavesOut: !line.startsWith("!") }));
  return (path) => {
    const folders = path.split("/").map((_, depth, parts) => parts.slice(0, depth + 1).join("/"));
    const deciding = patterns.findLast(({ pattern }) => folders.some((each) => matchesGlob(each, pattern)));
    return deciding?.leavesOut === true;
  };
}
