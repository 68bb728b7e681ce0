import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync, type Span, type Statement } from "oxc-parser";

/**
 * Makes browsers compile the modules of each script in a folder while they receive it. This halves the longest task of a visit,
 * during which the page cannot respond (docs/decisions/0008-next-in-production.md).
 */
export async function compileEarly(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const scripts = names.filter((name) => name.endsWith(".js")).map((name) => join(folder, name));
  await Promise.all(
    scripts.map(async (path) => writeFile(path, markModules(await readFile(path, "utf8"), path))),
  );
}

/**
 * Puts parentheses around the modules of a script as Turbopack writes it: `push([script, id, module, id, module, ...])`. Browsers
 * take them as a hint that a function is called soon, and compile it off the main thread together with the script, instead of on
 * the main thread when it is called. A script in another form stays unchanged.
 */
export function markModules(script: string, path: string): string {
  const { program } = parseSync(path, script, { sourceType: "script" });
  const modules = program.body.flatMap(modulesOf);
  let marked = "";
  let at = 0;
  for (const { start, end } of modules) {
    marked += `${script.slice(at, start)}(${script.slice(start, end)})`;
    at = end;
  }
  return marked + script.slice(at);
}

function modulesOf(statement: Statement): Span[] {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "CallExpression") return [];
  const [list] = statement.expression.arguments;
  if (list?.type !== "ArrayExpression") return [];
  return list.elements.flatMap((element) =>
    element?.type === "ArrowFunctionExpression" || element?.type === "FunctionExpression" ? [element] : [],
  );
}
