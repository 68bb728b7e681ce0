import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, type Declaration, type Root } from "postcss";
import { inlineFallbacks } from "./inlineFallbacks.ts";
import { readersOf, withValues, type Values } from "./customProperties.ts";
import { simplifyStyles } from "./simplifyStyles.ts";

/**
 * Writes constant values into the rules of the style sheets in a folder, in place of custom properties, which a browser looks up
 * and parses for each element (docs/decisions/0008-next-in-production.md).
 */
export async function inlineStyles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sheets = names.filter((name) => name.endsWith(".css")).map((name) => join(folder, name));
  await Promise.all(
    sheets.map(async (path) => writeFile(path, inlineConstants(await readFile(path, "utf8")))),
  );
}

/**
 * A style sheet without custom properties that have a single value: those of the page's root that nothing overrides, those of
 * Tailwind that are never set, and those that are read only by rules that set them.
 */
export function inlineConstants(css: string): string {
  const root = parse(css);
  removeFallbacks(root);
  let before = "";
  for (let now = root.toString(); now !== before; now = root.toString()) {
    before = now;
    inlineOnce(root);
  }
  removeUnread(root);
  simplifyStyles(root);
  return root.toString();
}

/** Removes what Tailwind writes for browsers that cannot register properties, none of which supports the rest of the sheet. */
function removeFallbacks(root: Root): void {
  root.walkAtRules("layer", (layer) => {
    if (layer.params === "properties" && layer.nodes !== undefined) layer.remove();
  });
}

function inlineOnce(root: Root): void {
  const set = declared(root);
  const values = constantsOf(root, set);
  root.walkDecls((each) => {
    each.value = withValues(each.value, values);
  });
  const readers = readersOf(root);
  root.walkRules((rule) => {
    const own: Values = new Map();
    for (const each of rule.nodes) {
      if (each.type !== "decl" || !each.prop.startsWith("--tw-") || /var\(/.test(each.value)) continue;
      const isOwn = [...(readers.get(each.prop) ?? [])].every(({ parent }) =>
        (set.get(each.prop) ?? []).some((one) => one.parent === parent),
      );
      if (isOwn) own.set(each.prop, each.value);
    }
    for (const each of rule.nodes) if (each.type === "decl") each.value = withValues(each.value, own);
  });
  inlineFallbacks(root);
}

function declared(root: Root): Map<string, Declaration[]> {
  const set = new Map<string, Declaration[]>();
  root.walkDecls(/^--/, (each) => {
    set.set(each.prop, [...(set.get(each.prop) ?? []), each]);
  });
  return set;
}

function constantsOf(root: Root, set: ReadonlyMap<string, readonly Declaration[]>): Values {
  const values: Values = new Map();
  for (const [name, [only, other]] of set) {
    if (only !== undefined && other === undefined && isOfRoot(only) && !only.value.includes("var(")) {
      values.set(name, only.value);
    }
  }
  root.walkAtRules("property", (property) => {
    if (set.has(property.params)) {
      values.delete(property.params);
      return;
    }
    const initial = property.nodes?.find((each) => each.type === "decl" && each.prop === "initial-value");
    values.set(property.params, initial?.type === "decl" ? initial.value : null);
  });
  for (const name of readersOf(root).keys()) {
    if (name.startsWith("--tw-") && !set.has(name) && !values.has(name)) values.set(name, null);
  }
  return values;
}

/** Whether it is set for the whole page, without a condition. */
function isOfRoot({ parent }: Declaration): boolean {
  if (parent?.type !== "rule" || !("selector" in parent) || parent.selector !== ":root") return false;
  const around = parent.parent;
  return (
    around?.type === "root" || (around?.type === "atrule" && "name" in around && around.name === "layer")
  );
}

function removeUnread(root: Root): void {
  const read = readersOf(root);
  const isOfNobody = (name: string) => !read.has(name);
  root.walkDecls(/^--/, (each) => {
    if (isOfNobody(each.prop) && (each.prop.startsWith("--tw-") || isOfRoot(each))) each.remove();
  });
  root.walkAtRules("property", (property) => {
    if (isOfNobody(property.params)) property.remove();
  });
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove();
  });
}
