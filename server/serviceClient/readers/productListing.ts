import "server-only";
import { SCRUBBED_WORD } from "#lib/contracts/text/scrubbedWord.ts";
import type { ProductListing } from "./answers.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { pick, readUnitless } from "./fields.ts";
import { findProducts, type FoundList } from "./findProducts.ts";
import { readContinuation } from "./listContinuation.ts";
import { resolvePointer, type Pointer, type Pointers } from "#lib/json/pointer.ts";
import { readProduct } from "./product.ts";
import { listOf } from "./productList.ts";
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
/**
 * One page of the list (docs/service-interface.md §4.2; its envelope is not shown), with an optional total. Null if there is not
 * exactly one list of products, or none where the pointer says: an unreadable answer must never look like an empty catalog.
 */
export function readProductListing(
  value: unknown,
  skip: number,
  pointers: Pick<Pointers, "catalog" | "catalogTotal"> = {},
): ProductListing | null {
  const found = pointers.catalog === undefined ? findProducts(value) : pointedList(value, pointers.catalog);
  if (found === null) return null;
  const total =
    pointers.catalogTotal === undefined
      ? readTotal(found, skip)
      : plausibleTotal(readUnitless(resolvePointer(value, pointers.catalogTotal)), found, skip);
  const listing: ProductListing = {
    products: [],
    unreadable: [],
    recordCount: found.list.length,
    total,
    ...readContinuation(found.beside),
  };
  for (const record of found.list) {
    const reading = readProduct(record);
    const raw = storable(record);
    if (reading.ok) listing.products.push({ product: reading.product, raw });
    else listing.unreadable.push({ reason: reading.reason, raw });
  }
  return listing;
}

/** The list, or map by id, that the pointer leads to. */
function pointedList(value: unknown, pointer: Pointer): FoundList | null {
  const pointed = resolvePointer(value, pointer);
  // An empty map is an empty page here, because whoever set the pointer knows what it leads to.
  const list = isRecord(pointed) && Object.keys(pointed).length === 0 ? [] : listOf(pointed);
  if (list === null) return null;
  const around = pointer.map((_, depth) => resolvePointer(value, pointer.slice(0, depth)));
  return { key: "", list, beside: around.filter(isRecord).toReversed() };
}

/**
 * The total beside the list, above it or in an object beside it (`meta`, `pagination`). A number smaller than what has been seen
 * is not a total. `count` and unnamed integers are ignored: misread, they would cut the catalog short.
 */
function readTotal(found: FoundList, skip: number): number | null {
  for (const record of found.beside) {
    const places = [record, ...Object.values(record).filter(isRecord)];
    for (const place of places) {
      const total = readUnitless(pick(place, TOTALS));
      if (total !== null && total >= 0) return plausibleTotal(total, found, skip);
    }
  }
  return null;
}

function plausibleTotal(total: number | null, { list }: FoundList, skip: number): number | null {
  return total === null || total < skip + list.length ? null : total;
}
