import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync, Visitor, type Span } from "oxc-parser";
import { StartupError } from "#server/config/startupError.ts";

/** How Next writes the start of a page: it calls a module, and with it all others, in one task. */
const START = /\(0,(\w+\.appBootstrap)\)\(\(\)=>\{let\{hydrate:(\w+)\}=(\w+)\.r\((\d+)\);\2\((\w+)\)\}\)/;
/** The length of a slice in milliseconds: it ends with the first module after that time. */
const SLICE = 8;

/**
 * Makes pages become interactive in slices, between which the browser can paint and respond, instead of in the one task that runs
 * the script: loads the modules one after the other, in their own order, then, once all scripts of the page have run
 * (`pageScripts`, server/http/deferScripts.ts), starts the page (docs/decisions/0008-next-in-production.md). `folder`: the scripts
 * of a build.
 */
export async function startInSlices(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  let changed = 0;
  for (const name of names.filter((each) => each.endsWith(".js"))) {
    const script = await readFile(join(folder, name), "utf8");
    const sliced = sliceStart(script, name);
    if (sliced === script) continue;
    changed += 1;
    await writeFile(join(folder, name), sliced);
  }
  if (changed !== 1)
    throw new StartupError(`Next starts pages in another way than expected: ${changed} scripts.`);
}

/** One script of a build; unchanged if it does not start pages. */
export function sliceStart(script: string, path: string): string {
  const [start, bootstrap, , load, id = "", instrumentation] = START.exec(script) ?? [];
  if (start === undefined) return script;
  const modules = [...calledFirst(script, path, Number(id)), Number(id)];
  return script.replace(
    start,
    () =>
      `(0,${bootstrap})(()=>{let modules=${JSON.stringify(modules)},slice=()=>{let begun=performance.now();do ${load}.r(modules.shift());while(modules.length&&performance.now()-begun<${SLICE});setTimeout(modules.length?slice:()=>Promise.resolve(self.pageScripts).then(()=>${load}.r(${id}).hydrate(${instrumentation})))};setTimeout(slice)})`,
  );
}

/** The modules that a module of a script loads before anything else, in this order: `push([script, id, module, id, module, ...])`. */
function calledFirst(script: string, path: string, id: number): number[] {
  const found: number[] = [];
  let starter: Span | undefined;
  let depth = 0;
  const isWithin = (span: Span) =>
    starter !== undefined && span.start > starter.start && span.end <= starter.end;
  const enter = (span: Span) => (depth += isWithin(span) ? 1 : 0);
  const leave = (span: Span) => (depth -= isWithin(span) ? 1 : 0);
  new Visitor({
    ArrayExpression({ elements }) {
      const place = elements.findIndex((each) => each?.type === "Literal" && each.value === id);
      starter ??= place === -1 ? undefined : (elements[place + 1] ?? undefined);
    },
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    CallExpression({ start, end, callee, arguments: [given] }) {
      if (!isWithin({ start, end }) || depth > 0) return;
      const isRequired =
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        callee.property.name === "r";
      if (isRequired && given?.type === "Literal" && typeof given.value === "number") found.push(given.value);
    },
  }).visit(parseSync(path, script, { sourceType: "script" }).program);
  return found;
}
