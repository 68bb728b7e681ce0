import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";
import { normalName, type JsonRecord } from "./fields.ts";
import { listOf, looksLikeProduct } from "./productList.ts";
import { tellsOfError } from "./tellsOfError.ts";

/** A list that may be the page of products, its name, and the objects around it, the nearest first. */
export type FoundList = { key: string; list: unknown[]; beside: JsonRecord[] };

/** If several lists could be the products, the one with such a name is used. */
const USUAL_NAMES = ["products", "items", "data", "results", "content", "records", "rows", "list"];
/** An empty list with such a name is also an empty page, which cannot be recognised in any other way. */
const NAMES_AROUND = ["edges", "nodes", "hits"];
const DEEPEST = 5;
/** If an answer has a field like this, an empty list in it is not an empty catalog. */
const TELLS_ERROR = /error|fault|exception|problem/;

/**
 * The list of products in an answer, in any of the forms of productList.ts: the answer itself, or under any names up to five
 * levels down. Null if there is none, or if there are several and none has a usual name.
 */
export function findProducts(value: unknown): FoundList | null {
  const all = candidates(value);
  const holding = all.filter(({ list }) => list.some(looksLikeProduct));
  const only = holding.length > 0 ? holding : all.filter(mayBeEmptyPage);
  if (only.length <= 1) return only[0] ?? null;
  for (const name of USUAL_NAMES) {
    const named = only.filter(({ key }) => key === name);
    if (named.length === 1) return named[0] ?? null;
  }
  return null;
}

/** All lists and maps of products, without searching inside such a list. */
function candidates(value: unknown): FoundList[] {
  const found: FoundList[] = [];
  let level: { key: string; value: unknown; beside: JsonRecord[] }[] = [{ key: "", value, beside: [] }];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { key, value: current, beside } of level) {
      const list = listOf(current);
      if (list !== null) found.push({ key, list, beside });
      // A list with a single element is often only a wrapper: [{products: [...]}].
      const inner = Array.isArray(current) && current.length === 1 ? (current[0] as unknown) : current;
      if (!isRecord(inner) || looksLikeProduct(inner) || (list !== null && inner === current)) continue;
      for (const [name, member] of Object.entries(inner)) {
        if (typeof member !== "object" || member === null) continue;
        next.push({ key: normalName(name), value: member, beside: [inner, ...beside] });
      }
    }
    level = next;
  }
  return found;
}

/** An empty list, or one with unreadable records, counts only under a usual name: `errors: []` is not a catalog. */
function mayBeEmptyPage({ key, list, beside }: FoundList): boolean {
  if (list.length === 0 && beside.some((record) => tellsOfError(record) || holdsError(record))) return false;
  if (beside.length === 0) return list.length === 0 || list.some(isRecord);
  const isUsual = USUAL_NAMES.includes(key) || (list.length === 0 && NAMES_AROUND.includes(key));
  if (!isUsual || (list.length > 0 && !list.some(isRecord))) return false;
  if (beside.length <= 2) return true;
  return !beside.some((record) => Object.keys(record).some((name) => TELLS_ERROR.test(normalName(name))));
}

/** Whether a field tells of an error, and is not empty. */
function holdsError(record: JsonRecord): boolean {
  return Object.entries(record).some(([name, value]) => {
    if (!TELLS_ERROR.test(normalName(name)) || typeof value !== "object" || value === null) return false;
    return Object.keys(value).length > 0;
  });
}
