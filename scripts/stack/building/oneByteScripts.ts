import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { replaceFile } from "./replaceFile.ts";

/** What Latin-1 does not have. */
const WIDE = /[^\0-\xff]/g;
/** An escape behind a backslash is none. */
const IS_ESCAPED = /\\[^\0-\xff]/;

/**
 * Escapes, in every script below a folder, the characters that Latin-1 does not have. A program keeps the text of each script that it
 * has loaded, and with a single such character it takes two bytes for every one (docs/decisions/0008-next-in-production.md).
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

/** The script with escapes, or as it was where they could change what it does. `name` tells modules from other scripts. */
export function inLatin1(script: string, name: string): string {
  if (script.search(WIDE) === -1 || IS_ESCAPED.test(script) || isReadAsWritten(script, name)) return script;
  const escaped = script.replaceAll(WIDE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  // Between two words it may have been a space.
  return parseSync(name, escaped).errors.length === 0 ? escaped : script;
}

/** Whether such a character is in a template with a tag, which may ask for what is written: as `String.raw` does. */
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
