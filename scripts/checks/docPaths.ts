import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { StepRun } from "#scripts/tools/runTool.ts";

const manifest = z.object({ scripts: z.record(z.string(), z.string()) });

/** Words in backticks that name something of the repository: a file or folder of one of its rooms. */
const ROOMS = /^(?:app|components|docs|e2e|lib|public|scripts|server|tests|\.ci)\//;

/** Every path, link and npm script that a document names has to exist. */
export function findDeadPaths(): Promise<StepRun> {
  const documents = ["README.md", ...markdownIn("docs")];
  const scripts = new Set(
    Object.keys(manifest.parse(JSON.parse(readFileSync("package.json", "utf8"))).scripts),
  );
  const dead = documents.flatMap((document) => {
    // Blocks of code are examples, of other places too.
    const text = readFileSync(document, "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
    return [...deadCode(text), ...deadLinks(document, text), ...deadScripts(text, scripts)].map(
      (name) => `${document}: ${name} does not exist`,
    );
  });
  return Promise.resolve({ code: dead.length === 0 ? 0 : 1, output: dead.join("\n") });
}

function deadCode(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, word = ""]) => word)
    .filter((word) => ROOMS.test(word) && !isThere(word));
}

function deadLinks(document: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target.split("#")[0] ?? "")
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target))
    .filter((target) => !existsSync(join(dirname(document), decodeURI(target))));
}

function deadScripts(text: string, scripts: ReadonlySet<string>): string[] {
  return [...text.matchAll(/npm run ([a-z0-9:-]+)/g)]
    .filter(([, name = ""]) => !scripts.has(name))
    .map(([words]) => words);
}

/** A pattern (`server/db/*.ts`) stands for its fixed part. */
function isThere(word: string): boolean {
  const fixed = word.replace(/[*{<…].*$/, "");
  return existsSync(fixed) || existsSync(`${fixed}.ts`) || existsSync(`${fixed}.tsx`);
}

function markdownIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
}
