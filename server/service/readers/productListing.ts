import "server-only";
import { SCRUBBED_WORD } from "#lib/contracts/scrubbedWord.ts";
import type { ProductListing } from "./answers.ts";
import { isRecord, normalName, pick, readCount, readInteger, type JsonRecord } from "./fields.ts";
import { readProduct } from "./product.ts";
import { storable } from "./storable.ts";

const TOTALS = [
  "total",
  "totalCount",
  "totalItems",
  "totalElements",
  "totalResults",
  "totalRecords",
  SCRUBBED_WORD,
];
/** When two lists could hold products, the one with such a name is used. */
const USUAL_NAMES = ["products", "items", "data", "results", "content", "records", "rows", "list"];

type Found = { key: string; list: unknown[]; beside: JsonRecord[] };

/**
 * One page of the list (docs/service-interface.md §4.2; its envelope is not shown): a bare array, or an object that holds one array of
 * products, at most two levels down, with an optional total. Null when there is no such list: an unreadable answer must never look
 * like an empty catalog.
 */
export function readProductListing(value: unknown, skip: number): ProductListing | null {
  const found = Array.isArray(value) ? { key: "", list: value as unknown[], beside: [] } : findList(value);
  if (found === null) return null;
  const listing: ProductListing = {
    products: [],
    unreadable: [],
    recordCount: found.list.length,
    total: readTotal(found, skip),
  };
  for (const record of found.list) {
    const reading = readProduct(record);
    const raw = storable(record);
    if (reading.ok) listing.products.push({ product: reading.product, raw });
    else listing.unreadable.push({ reason: reading.reason, raw });
  }
  return listing;
}

function findList(value: unknown): Found | null {
  if (!isRecord(value)) return null;
  const lists = listsIn(value, []);
  for (const child of Object.values(value)) if (isRecord(child)) lists.push(...listsIn(child, [value]));
  const holding = lists.filter(({ list }) => list.some(looksLikeProduct));
  const only = holding.length > 0 ? holding : lists.filter(mayBeEmptyPage);
  if (only.length <= 1) return only[0] ?? null;
  for (const name of USUAL_NAMES) {
    const named = only.filter(({ key }) => key === name);
    if (named.length === 1) return named[0] ?? null;
  }
  return null;
}

function listsIn(record: JsonRecord, parents: JsonRecord[]): Found[] {
  return Object.entries(record).flatMap(([key, list]) =>
    Array.isArray(list) ? [{ key: normalName(key), list, beside: [record, ...parents] }] : [],
  );
}

function looksLikeProduct(value: unknown): boolean {
  return isRecord(value) &&
    pick(value, ["currencyCode", "denominationType"]) !== undefined &&
    readProduct(value).ok
    ? true
    : isRecord(value) && Object.hasOwn(value, "id") && pick(value, ["name"]) !== undefined;
}

/** An empty list, or one of unreadable records, counts only under a usual name: `errors: []` is not a catalog. */
function mayBeEmptyPage({ key, list }: Found): boolean {
  return USUAL_NAMES.includes(key) && (list.length === 0 || list.some(isRecord));
}

/**
 * The total beside the list, above it or in an object beside it (`meta`, `pagination`). A number smaller than what has been seen is not
 * a total. `count` and unnamed integers are ignored: read wrongly, they would cut the catalog short.
 */
function readTotal({ list, beside }: Found, skip: number): number | null {
  for (const record of beside) {
    const places = [record, ...Object.values(record).filter(isRecord)];
    for (const place of places) {
      const total = readCount(readInteger(pick(place, TOTALS)));
      if (total !== null) return total < skip + list.length ? null : total;
    }
  }
  return null;
}
