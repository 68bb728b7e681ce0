import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { replaceFile } from "./replaceFile.ts";

/** Characters that are not in Latin-1. */
const WIDE = /[^\0-\xff]/g;
/** A backslash before such a character, where an escape would not work. */
const IS_ESCAPED = /\\[^\0-\xff]/;

/**
 * Escapes the characters that are not in Latin-1 in every script in a folder. The engine keeps the text of each loaded script in
 * memory, and a single such character doubles its size (docs/decisions/0008-next-in-production.md).
 */
export function oneByteScripts(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile() && /\.[cm]?js$/.test(each.name))) {
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, "utf8");
    const escaped = inLatin1(text, path);
    if (escaped !== text) replaceFile(path, escaped);
  }
}

/** The script with escapes, or unchanged if they could change its behaviour. `name` tells modules from other scripts. */
export function inLatin1(script: string, name: string): string {
  if (script.search(WIDE) === -1 || IS_ESCAPED.test(script) || isReadAsWritten(script, name)) return script;
  const escaped = script.replaceAll(WIDE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  // The character may have been a space between two words.
  return parseSync(name, escaped).errors.length === 0 ? escaped : script;
}

/** Whether such a character is in a tagged template, which may read the raw text, like `String.raw`. */
function isReadAsWritten(script: string, name: string): boolean {
  let isSo = false;
  const visitor = new Visitor({
    TaggedTemplateExpression: ({ quasi }) => {
      isSo ||= script.slice(quasi.start, quasi.end).search(WIDE) !== -1;
    },
  });
  visitor.visit(parseSync(name, script).program);
  return isSo;
}
