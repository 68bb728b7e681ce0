import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";
import { pick, readLabel } from "./fields.ts";

const NAMES = ["name", "title", "label", "code", "value", "slug", "id"];

/**
 * Languages, brands, categories or tags of a product: a text, a number, an object with a name, title or code, or a list of these.
 * Empty if absent or unreadable. Each value once, in the given order.
 */
export function readFacetValues(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value.slice(0, 1_000) : [value];
  const found = items.flatMap((item) => readOne(item) ?? []);
  return [...new Set(found)];
}

function readOne(value: unknown): string | null {
  if (isRecord(value)) {
    for (const name of NAMES) {
      const text = scalarText(pick(value, [name]));
      if (text !== null) return text;
    }
    return null;
  }
  return scalarText(value);
}

function scalarText(value: unknown): string | null {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return readLabel(value, 200);
}
