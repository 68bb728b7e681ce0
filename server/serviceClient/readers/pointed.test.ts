import { describe, expect, it } from "vitest";
import { parsePointer, type Pointers } from "#lib/json/pointer.ts";
import { describeShape } from "./describeShape.ts";
import { readOrder } from "./order.ts";
import { readProductListing } from "./productListing.ts";
import { readWallet } from "./wallet.ts";

const at = (text: string) => parsePointer(text) ?? [];
const LIST = [
  { id: 1, name: "a" },
  { id: 2, name: "b" },
];

/** Shapes in which the list is not found, or found wrongly, until a pointer says where it is. */
const SHAPES: [string, unknown, Pointers][] = [
  ["six levels down", { a: { b: { c: { d: { e: { f: LIST } } } } } }, { catalog: at("/a/b/c/d/e/f") }],
  ["one of two lists", { own: LIST, others: [{ id: 3, name: "c" }] }, { catalog: at("/own") }],
  ["in the second element", [{ page: 1 }, { cards: LIST }], { catalog: at("/1/cards") }],
  [
    "wrapped, beside another list",
    { own: LIST.map((node) => ({ node: { ...node, currencyCode: "EUR" } })), others: LIST },
    { catalog: at("/own") },
  ],
  [
    "in groups, beside another list",
    {
      own: { EUR: [{ ...LIST[0], currencyCode: "EUR" }], USD: [{ ...LIST[1], currencyCode: "USD" }] },
      others: LIST,
    },
    { catalog: at("/own") },
  ],
  ["under a name with a slash", { x: { "v2/cards": LIST, all: LIST } }, { catalog: at("/x/v2~1cards") }],
];

describe("a list of products that cannot be found", () => {
  it.each(SHAPES)("is read %s where the pointer says", (_, answer, pointers) => {
    expect(readProductListing(answer, 0, pointers)?.products.map(({ product }) => product.id)).toEqual([
      1, 2,
    ]);
  });

  it("has its total where the pointer says, unless it is smaller than the page", () => {
    const answer = { cards: LIST, page: { of: 345, at: 1 } };
    const total = (pointer: string) => readProductListing(answer, 0, { catalogTotal: at(pointer) })?.total;
    expect(total("/page/of")).toBe(345);
    expect(total("/page/at")).toBeNull();
    expect(total("/page/none")).toBeNull();
  });

  it("is unreadable where the pointer leads to something else, and an empty map there is an empty page", () => {
    const pointers = { catalog: at("/cards") };
    for (const answer of [{ cards: { a: 1 } }, { products: LIST }, { cards: null }, "x"]) {
      expect(readProductListing(answer, 0, pointers)).toBeNull();
    }
    expect(readProductListing({ cards: {} }, 0, pointers)).toMatchObject({ recordCount: 0, products: [] });
  });
});

describe("a wallet", () => {
  it("is read where the pointer says, and as a whole if that leads nowhere", () => {
    const answer = { limits: { EUR: 5 }, money: { EUR: 10 } };
    const amounts = (pointer: string) => readWallet(answer, at(pointer)).balances;
    expect(amounts("/money")).toEqual([{ currency: "EUR", amounts: [{ name: "balance", amount: 10 }] }]);
    expect(amounts("/nowhere")[0]?.amounts).toHaveLength(2);
    expect(readWallet(answer, at("/money")).raw).toEqual(answer);
  });
});

describe("codes", () => {
  it("are read where the pointer says, whatever they are called there", () => {
    const answer = {
      order: { status: "completed", orderId: 7, vault: { cards: [{ zeta: "A-1" }, { zeta: "B-2" }] } },
    };
    const fields = (pointer: string) =>
      readOrder(answer, { pointer: at(pointer) })?.codes.map((code) => code.fields);
    expect(readOrder(answer)?.codes).toEqual([]);
    const both = [{ zeta: "A-1" }, { zeta: "B-2" }];
    expect(fields("/order/vault/cards")).toEqual(both);
    expect(fields("/vault/cards")).toEqual(both);
  });

  it("are read where the pointer says under every name, even if some are called as stated", () => {
    const answer = {
      status: "completed",
      vault: [{ productId: 1, pin: "A-1" }, { productId: 2, url: "https://x/2" }, "C-3"],
    };
    expect(readOrder(answer, { pointer: at("/vault") })?.codes).toMatchObject([
      { productId: 1, fields: { pin: "A-1" } },
      { productId: 2, fields: { url: "https://x/2" } },
      { productId: null, fields: { pin: "C-3" } },
    ]);
  });

  it("are found as ever in an answer where the pointer leads nowhere", () => {
    const answer = { status: "completed", products: [{ productId: 1, pin: "A-1" }] };
    expect(readOrder(answer, { pointer: at("/vault") })?.codes).toHaveLength(1);
  });
});

describe("the shape of an answer", () => {
  it("has names and types, and no value that could be one of the partner's", () => {
    const answer = {
      items: [{ id: 1, name: "Secret card", tags: [], price: 10.5 }, { id: 2 }],
      next: null,
      open: true,
      "AAAA-BBBB-CCCC": { "4711": "x" },
      serial: "0012",
    };
    expect(describeShape(answer)).toBe(
      "{items: [{id: integer, name: text, tags: [], price: number}, … 1 more], next: null, open: boolean, " +
        "(a name): {(a name): text}, serial: digits as text}",
    );
  });
});
