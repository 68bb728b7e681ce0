import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";
import { pick, readUnitless, type JsonRecord } from "./fields.ts";

const FLAGS = ["hasMore", "hasNext", "hasNextPage", "more", "moreAvailable", "hasMorePages", "isTruncated"];
const LAST_FLAGS = ["last", "isLast", "isLastPage"];
/** Names for a link, a cursor or a number of the next page. */
const NEXT = [
  "next",
  "nextPage",
  "nextLink",
  "nextUrl",
  "nextPageUrl",
  "nextHref",
  "nextCursor",
  "nextToken",
  "nextPageToken",
  "continuationToken",
  "nextOffset",
  "nextSkip",
  "@odata.nextLink",
];
const PAGE_COUNTS = ["totalPages", "pageCount", "pages", "numPages", "numberOfPages", "lastPage"];
/** The number of this page, counted from one and from zero. */
const PAGES = ["page", "currentPage", "pageNumber"];
const PAGES_FROM_ZERO = ["number", "pageIndex"];

/** What a list says about the pages after this one; fields are absent if it says nothing. */
export type ListContinuation = {
  /** Whether another page follows. */
  hasMore?: boolean;
  /** The number of pages, if the list does not say which of them this one is. */
  pageCount?: number;
};

/** Reads it from these objects and those directly inside them (`meta`, `links`), where a total would be too. */
export function readContinuation(around: readonly JsonRecord[]): ListContinuation {
  const places = around.flatMap((record) => [record, ...Object.values(record).filter(isRecord)]);
  if (places.some(saysMore)) return { hasMore: true };
  const counts = places.flatMap((place) => (pageOf(place) === null ? (pageCountOf(place) ?? []) : []));
  const [pageCount] = counts;
  return pageCount === undefined ? {} : { pageCount };
}

function saysMore(place: JsonRecord): boolean {
  if (FLAGS.some((name) => isSaid(pick(place, [name]), true))) return true;
  if (LAST_FLAGS.some((name) => isSaid(pick(place, [name]), false))) return true;
  if (NEXT.some((name) => leadsOn(pick(place, [name])))) return true;
  const page = pageOf(place);
  const count = pageCountOf(place);
  return page !== null && count !== null && page < count;
}

function isSaid(value: unknown, wanted: boolean): boolean {
  return value === wanted || (typeof value === "string" && value.toLowerCase() === String(wanted));
}

function leadsOn(value: unknown): boolean {
  const target = isRecord(value) ? pick(value, ["href", "url", "link", "cursor", "page"]) : value;
  if (typeof target === "number") return target > 0;
  return target === true || (typeof target === "string" && !/^\s*(?:null|none|false|0)?\s*$/i.test(target));
}

function pageCountOf(place: JsonRecord): number | null {
  return readUnitless(pick(place, PAGE_COUNTS));
}

function pageOf(place: JsonRecord): number | null {
  const fromZero = readUnitless(pick(place, PAGES_FROM_ZERO));
  return readUnitless(pick(place, PAGES)) ?? (fromZero === null ? null : fromZero + 1);
}
