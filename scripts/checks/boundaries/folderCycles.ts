import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { StepRun } from "#scripts/tools/runTool.ts";

const ROOTS = ["app", "components", "lib", "server", "sandbox", "scripts", "tests", "e2e"];
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*)"([#.][^"]+)"/g;

/** From file to the files it imports, as paths from the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** No folder may import, directly or through others, a folder that imports it: checked at every depth of the tree. */
export function checkFolderCycles(): Promise<StepRun> {
  const found = findFolderCycles(readImports());
  const output = found.map(({ from, to, example }) => `cycle: ${from} -> ${to} (${example})`).join("\n");
  return Promise.resolve({ code: found.length === 0 ? 0 : 1, output });
}

/** Every import between two folders that is part of a cycle of folders, with one file that has it. */
export function findFolderCycles(imports: ImportGraph): { from: string; to: string; example: string }[] {
  const deepest = Math.max(0, ...[...imports.keys()].map((file) => file.split("/").length - 1));
  const found = new Map<string, { from: string; to: string; example: string }>();
  for (let depth = 1; depth <= deepest; depth += 1) {
    const edges = foldersAt(imports, depth);
    for (const [from, targets] of edges) {
      for (const [to, example] of targets) {
        if (leadsTo(edges, to, from)) found.set(`${from} -> ${to}`, { from, to, example });
      }
    }
  }
  return [...found.values()];
}

function foldersAt(imports: ImportGraph, depth: number): Map<string, Map<string, string>> {
  const edges = new Map<string, Map<string, string>>();
  for (const [file, targets] of imports) {
    const from = folderOf(file, depth);
    for (const target of targets) {
      const to = folderOf(target, depth);
      if (from === to) continue;
      const known = edges.get(from) ?? new Map<string, string>();
      edges.set(from, known.set(to, `${file} imports ${target}`));
    }
  }
  return edges;
}

function leadsTo(edges: Map<string, Map<string, string>>, start: string, goal: string): boolean {
  const seen = new Set([start]);
  for (const folder of seen) {
    if (folder === goal) return true;
    for (const next of edges.get(folder)?.keys() ?? []) seen.add(next);
  }
  return false;
}

function folderOf(file: string, depth: number): string {
  return file.split("/").slice(0, -1).slice(0, depth).join("/");
}

function readImports(): ImportGraph {
  const files = ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(root, name).replaceAll("\\", "/")),
  );
  return new Map(
    files.map((file) => {
      const specifiers = [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, name = ""]) => name);
      return [
        file,
        specifiers.map((name) => (name.startsWith("#") ? name.slice(1) : posix.join(dirname(file), name))),
      ];
    }),
  );
}
