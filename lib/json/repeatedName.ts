/** Texts, and the signs that begin and end objects and lists; numbers, words, commas and spaces are passed over. */
const PARTS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;
const SHOWN = 40;

/** The first name that an object of a JSON text has twice, shortened, or null. The text must be JSON. */
export function repeatedName(text: string): string | null {
  /** The names of the open objects; null for an open list. */
  const open: (Set<string> | null)[] = [];
  let last = "";
  for (const [part] of text.matchAll(PARTS)) {
    if (part === "{") open.push(new Set());
    else if (part === "[") open.push(null);
    else if (part === "}" || part === "]") open.pop();
    else if (part === ":") {
      const name: unknown = last.includes("\\") ? JSON.parse(last) : last.slice(1, -1);
      const names = open.at(-1);
      if (typeof name !== "string" || !names) continue;
      if (names.has(name)) return name.slice(0, SHOWN);
      names.add(name);
    } else last = part;
  }
  return null;
}
