import { parseSync } from "oxc-parser";

/** `new URL("./file.mjs", import.meta.url)`: a file that a program loads in a way of its own. */
const NEIGHBOUR = /new URL\(\s*"(\.[^"]+)"\s*,\s*import\.meta\.url\s*\)/g;

/**
 * Lists what a source file loads when it runs, as written: its imports, also dynamic ones, what it exports from elsewhere, and
 * neighbours by their URL. Types are not loaded.
 */
export function importsOf(path: string, source: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, source).module;
  const isOfTypes = ({ start }: { start: number }) => /^\w+\s+type\b/.test(source.slice(start, start + 20));
  const imported = staticImports.filter((each) => !isOfTypes(each)).map((each) => each.moduleRequest.value);
  const exported = staticExports
    .filter((each) => !isOfTypes(each))
    .flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? ""));
  const dynamic = dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start, end));
  const named = dynamic.map((text) => /^(["'])(.*)\1$/.exec(text)?.[2] ?? text);
  const neighbours = [...source.matchAll(NEIGHBOUR)].map(([, name = ""]) => name);
  return [...new Set([...imported, ...exported, ...named, ...neighbours])].filter((name) => name !== "");
}
