import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { StepRun } from "#scripts/tools/runTool.ts";

const ROOTS = ["app", "components"];
const AMOUNT = String.raw`(?:\d+(?:\.\d+)?(?:\/\d+)?|px|auto|full|\[[^\s]+\]|\([^\s]+\))`;
/** Tailwind utilities that name a side of the screen, each with the one that names the side of the text. */
const PHYSICAL: readonly (readonly [utility: RegExp, instead: string])[] = [
  [new RegExp(String.raw`^(?:scroll-)?[pm]l-${AMOUNT}$`), "ps-, ms-"],
  [new RegExp(String.raw`^(?:scroll-)?[pm]r-${AMOUNT}$`), "pe-, me-"],
  [new RegExp(String.raw`^(?:inset-)?(?:left|right)-${AMOUNT}$`), "start-, end-"],
  [/^border-[lr](?:-\S+)?$/, "border-s, border-e"],
  [/^rounded-(?:l|r|tl|tr|bl|br)(?:-\S+)?$/, "rounded-s, rounded-e, rounded-ss, …"],
  [/^(?:text|float|clear)-(?:left|right)$/, "text-start, text-end, float-start, …"],
];
/** The same in a stylesheet. */
const PHYSICAL_CSS =
  /(?:^|[;{\s])((?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)/g;

/**
 * Finds layout that names left or right: some languages are read from right to left, and the side of the text is meant. Does not
 * check what scripts position.
 */
export function checkLogicalLayout(): Promise<StepRun> {
  const found = ROOTS.flatMap(filesIn).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const problems = file.endsWith(".css") ? physicalProperties(text) : physicalUtilities(text);
    return problems.map((problem) => `${file}: ${problem}`);
  });
  return Promise.resolve({ code: found.length === 0 ? 0 : 1, output: found.join("\n") });
}

/** Utilities in the string literals of a source file, each with what to write instead. */
export function physicalUtilities(source: string): string[] {
  const literals = [...source.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g)];
  const words = literals.flatMap(([, one = "", two = "", three = ""]) =>
    `${one} ${two} ${three}`.split(/\s+/),
  );
  return words.flatMap((word) => {
    // Without variants (`md:`), a minus sign or an important modifier.
    const utility = word.replace(/^(?:[^\s:[\]]+(?:\[[^\]]*\])?:)+/, "").replace(/^[!-]+|!$/g, "");
    const instead = PHYSICAL.find(([pattern]) => pattern.test(utility))?.[1];
    return instead === undefined ? [] : `${word} names a side of the screen: use ${instead}`;
  });
}

/** Rules of charts, which are drawn from left to right in every language. */
const OF_CHARTS = /\.chart\b[^{}]*\{[^{}]*\}/g;

/** Properties in a stylesheet that name a side of the screen. */
export function physicalProperties(css: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(OF_CHARTS, "");
  return [...rules.matchAll(PHYSICAL_CSS)].map(
    ([match, property]) => `${property ?? match.trim()} names a side of the screen: use the inline one`,
  );
}

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(root, name).replaceAll("\\", "/"));
}
