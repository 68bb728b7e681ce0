import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { StepRun } from "#scripts/tools/runTool.ts";
import { findDeadCitations, findDeadCommentPaths, readPage, type Pages } from "./citations.ts";

const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });

const FOLDERS = [
  "app",
  "components",
  "deploy",
  "docs",
  "e2e",
  "lib",
  "public",
  "sandbox",
  "scripts",
  "server",
  "tests",
  ".ci",
];
/** Words in backticks that name a file or folder of the repository. */
const OF_THE_REPOSITORY = new RegExp(String.raw`^(?:${FOLDERS.join("|").replaceAll(".", "\\.")})/`);
const SOURCE = /\.(?:tsx?|mjs|css|json|sql|yml)$|^\.env\.example$|^\.oxlintrc\.json$/;
/** Its examples are meant to lead nowhere. */
const NOT_READ =
  /\/node_modules\/|\/migrations\/meta\/|^scripts\/checks\/citations(?:\.test)?\.ts$|^package-lock\.json$/;

/** Every path, link and npm script that a document names has to exist, and so does every page that a source file cites. */
export function findDeadPaths(): Promise<StepRun> {
  const documents = [
    ...readdirSync(".").filter((name) => name.endsWith(".md")),
    ...filesIn("docs").filter((name) => name.endsWith(".md")),
  ];
  const pages: Pages = new Map(documents.map((path) => [path, readPage(readFileSync(path, "utf8"))]));
  const dead = [...documents.flatMap((path) => judgeDocument(path, pages)), ...judgeSources(pages)];
  return Promise.resolve({ code: dead.length === 0 ? 0 : 1, output: dead.join("\n") });
}

function judgeDocument(path: string, pages: Pages): string[] {
  const scripts = new Set(
    Object.keys(manifestSchema.parse(JSON.parse(readFileSync("package.json", "utf8"))).scripts),
  );
  // Code blocks are examples, which may refer to other places.
  const text = readFileSync(path, "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
  return [...deadCode(text), ...deadLinks(path, text, pages), ...deadScripts(text, scripts)].map(
    (name) => `${path}: ${name} does not exist`,
  );
}

function judgeSources(pages: Pages): string[] {
  const root = readdirSync(".", { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  return [...root, ...FOLDERS.flatMap(filesIn)]
    .filter((path) => SOURCE.test(path) && !NOT_READ.test(path))
    .flatMap((path) => {
      const source = readFileSync(path, "utf8");
      const dead = [...findDeadCitations(source, pages), ...findDeadCommentPaths(source, existsSync)];
      return dead.map((what) => `${path}: ${what}`);
    });
}

function deadCode(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, word = ""]) => word)
    .filter((word) => OF_THE_REPOSITORY.test(word) && !isThere(word));
}

function deadLinks(document: string, text: string, pages: Pages): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(document, target, pages));
}

function leadsSomewhere(document: string, target: string, pages: Pages): boolean {
  const [file = "", anchor] = decodeURI(target).split("#");
  const path = file === "" ? document : join(dirname(document), file);
  return existsSync(path) && (anchor === undefined || pages.get(path)?.anchors.has(anchor) === true);
}

function deadScripts(text: string, scripts: ReadonlySet<string>): string[] {
  return [...text.matchAll(/npm run ([a-z0-9:-]+)/g)]
    .filter(([, name = ""]) => !scripts.has(name))
    .map(([words]) => words);
}

/** A pattern (`server/db/*.ts`) stands for its fixed part. */
function isThere(word: string): boolean {
  const fixed = word.replace(/[*{<…].*$/, "").replace(/#[\w-]+$/, "");
  return existsSync(fixed) || existsSync(`${fixed}.ts`) || existsSync(`${fixed}.tsx`);
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
