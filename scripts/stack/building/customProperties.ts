import type { Declaration, Root } from "postcss";

/** Null: the property has no value, and a fallback applies. */
export type Values = Map<string, string | null>;

/** The declarations that read each property. */
export function readersOf(root: Root): Map<string, Set<Declaration>> {
  const readers = new Map<string, Set<Declaration>>();
  root.walkDecls((each) => {
    for (const [, name = ""] of each.value.matchAll(/var\(\s*(--[\w-]+)/g)) {
      readers.set(name, (readers.get(name) ?? new Set()).add(each));
    }
  });
  return readers;
}

/** Inserts `values` into a value, where it reads them. */
export function withValues(value: string, values: Values): string {
  const at = value.search(/var\(\s*--/);
  if (at === -1) return value;
  const end = closing(value, at + "var(".length);
  const [name = "", ...rest] = value.slice(at + "var(".length, end).split(",");
  const fallback = rest.length === 0 ? undefined : withValues(rest.join(","), values);
  const known = values.get(name.trim());
  const read = `var(${name}${fallback === undefined ? "" : `,${fallback}`})`;
  const own = known ?? (known === null ? fallback : undefined) ?? read;
  return value.slice(0, at) + own + withValues(value.slice(end + 1), values);
}

/** The position of the parenthesis that closes the content beginning at `from`. */
function closing(value: string, from: number): number {
  let depth = 1;
  for (let at = from; at < value.length; at += 1) {
    if (value[at] === "(") depth += 1;
    if (value[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`A parenthesis is not closed: ${value}`);
}
