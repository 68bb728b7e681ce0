import { describe, expect, it } from "vitest";
import { readProductListing } from "#server/serviceClient/readers/productListing.ts";
import { ListEnd } from "./listEnd.ts";

const TAKE = 100;
const listOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1, name: "Card" }));

/** Whether the sync run ends with a page that comes after `skip` other products. */
function endsWith(answer: object, { skip = 0, count = 98 } = {}): boolean {
  const listing = readProductListing({ products: listOf(count), ...answer }, skip);
  if (listing === null) throw new Error("not a list");
  return new ListEnd(TAKE).isLast(listing, skip + count);
}

describe("a page shorter than was asked for", () => {
  it("is the last one where the service says nothing of another", () => expect(endsWith({})).toBe(true));

  it.each<[object]>([
    [{ hasMore: true }],
    [{ has_more: "true" }],
    [{ meta: { hasNext: true } }],
    [{ pageInfo: { hasNextPage: true, endCursor: "x" } }],
    [{ next: "https://service.example/v2/catalog/products?skip=98" }],
    [{ links: { self: "a", next: "b" } }],
    [{ _links: { self: { href: "a" }, next: { href: "b" } } }],
    [{ next_page_url: "b" }],
    [{ nextCursor: "abc" }],
    [{ "@odata.nextLink": "b" }],
    [{ nextPage: 2 }],
    [{ next: false, nextCursor: "abc" }],
    [{ last: false }],
    [{ totalPages: 3 }],
    [{ pagination: { page: 1, totalPages: 3 } }],
    [{ page: { size: 98, number: 0, totalPages: 3 } }],
    [{ current_page: 1, last_page: 3 }],
    // A total that counts only this page.
    [{ total: 98, hasMore: true }],
    [{ total: 245 }],
  ])("is not the last one beside %j", (more) => expect(endsWith(more)).toBe(false));

  it.each<[object]>([
    [{ hasMore: false }],
    [{ next: null }],
    [{ next: "" }],
    [{ next: false }],
    [{ links: { self: "a", next: null, prev: "b" } }],
    [{ _links: { next: { href: null } } }],
    [{ nextPage: 0 }],
    [{ last: true }],
    [{ totalPages: 1 }],
    [{ pagination: { page: 3, totalPages: 3 } }],
    [{ page: { number: 2, totalPages: 3 } }],
    [{ pages: [1, 2, 3] }],
    [{ total: 98, totalPages: 4 }],
    [{ more: "Ask your account manager." }],
  ])("is the last one beside %j", (more) => expect(endsWith(more)).toBe(true));

  it("is the last one once as many pages were read as there are", () => {
    expect(endsWith({ totalPages: 3 }, { skip: 98 })).toBe(false);
    expect(endsWith({ totalPages: 3 }, { skip: 200, count: 45 })).toBe(true);
  });
});

describe("a page", () => {
  it("without any record is the last one, whatever it says", () => {
    const empty = { products: [], unreadable: [], recordCount: 0, total: 245, hasMore: true };
    expect(new ListEnd(TAKE).isLast(empty, 98)).toBe(true);
  });

  it("as long as was asked for is not the last one, whatever it says", () => {
    expect(endsWith({ hasMore: false }, { count: TAKE })).toBe(false);
  });
});
