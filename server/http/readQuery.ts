import "server-only";
import { refuseUnstorableText } from "./refuseUnstorableText.ts";

/** The query as a plain object: a name that occurs several times becomes an array, otherwise a string. */
export function readQuery(search: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(search.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = search.getAll(name);
      refuseUnstorableText(name, "query");
      for (const text of values) refuseUnstorableText(text, "query", name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}
