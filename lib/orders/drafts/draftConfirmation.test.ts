import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import type { OrderDraft, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { changedLines, withLinesBack, withoutLines, type ConfirmedLine } from "./draftConfirmation.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";

const fixed = product(1, { price: 2_500 });
const open = product(2, { denomination: "open", price: null, countryCode: null });

const typed = (id: string, change: Partial<TypedLine> = {}): TypedLine => ({
  id,
  productId: 2,
  amount: "25,00",
  quantity: "3",
  countryCode: "",
  ...change,
});
const draft = (...lines: TypedLine[]): OrderDraft => ({
  externalOrderCode: "PO-1",
  note: "n",
  purchaseOrder: "p",
  lines,
});
const confirmed = (change: Partial<ConfirmedLine> = {}): ConfirmedLine => ({
  lineId: "a",
  productId: 2,
  product: open,
  price: 2_500,
  quantity: 3,
  countryCode: null,
  ...change,
});

describe("the lines of a confirmation", () => {
  it("are what the stored draft has, however the amount is written", () => {
    const stored = draft(typed("a"), typed("b", { productId: 1, amount: "20" }));
    const ofFixed = confirmed({ lineId: "b", productId: 1, product: fixed, countryCode: "DE" });
    expect(changedLines(stored, [confirmed(), ofFixed])).toEqual([]);
  });

  it.each([
    ["is no longer in the draft", { lineId: "z" }],
    ["has another product", { productId: 3 }],
    ["has another amount", { price: 2_600 }],
    ["has another quantity", { quantity: 4 }],
    ["has another country", { countryCode: "AT" }],
    ["has a product that is not offered", { product: null }],
    ["has a product that is not offered, and so no price", { product: null, price: null }],
  ])("are refused where one %s", (_, change) => {
    const stored = draft(typed("a"), typed("b"));
    const second = confirmed({ lineId: "b" });
    expect(changedLines(stored, [second, confirmed(change)])).toEqual([1]);
  });

  it("are refused if the stored line is not finished", () => {
    expect(changedLines(draft(typed("a", { quantity: "3x" })), [confirmed()])).toEqual([0]);
    expect(changedLines(draft(typed("a", { amount: "" })), [confirmed()])).toEqual([0]);
  });
});

describe("a draft whose lines were ordered", () => {
  const texts = { externalOrderCode: "PO-1", note: "n", purchaseOrder: "p" };

  it("keeps the other lines with their texts, but not the order reference, which is used up", () => {
    const before = draft(typed("a"), typed("b"), typed("c"));
    expect(withoutLines(before, new Set(["c", "a"]), texts)).toEqual({
      ...draft(typed("b")),
      externalOrderCode: "",
    });
  });

  it("is empty when all lines were ordered, however the texts were spaced", () => {
    const before = { ...draft(typed("a")), externalOrderCode: " PO-1", note: "n ", purchaseOrder: "p\n" };
    expect(withoutLines(before, new Set(["a"]), texts)).toEqual(EMPTY_DRAFT);
  });

  it("is empty as well if the order's texts are spaced, and has no text of spaces only", () => {
    const lineIds = new Set(["a"]);
    const spaced = { externalOrderCode: "PO-1 ", note: " n", purchaseOrder: "p\n" };
    expect(withoutLines(draft(typed("a")), lineIds, spaced)).toEqual(EMPTY_DRAFT);
    const blank = { ...draft(typed("a")), externalOrderCode: " ", note: "\n", purchaseOrder: " " };
    const none = { externalOrderCode: null, note: null, purchaseOrder: null };
    expect(withoutLines(blank, lineIds, none)).toEqual(EMPTY_DRAFT);
  });

  it("loses a reference that several orders share with the last of them, and not before", () => {
    const before = draft(typed("a"), typed("b"));
    const inEuros = { ...texts, externalOrderCode: "PO-1-EUR", currency: "EUR" };
    const first = withoutLines({ ...before, externalOrderCode: " PO-1 " }, new Set(["a"]), inEuros);
    expect(first.externalOrderCode).toBe(" PO-1 ");
    const inPounds = { ...texts, externalOrderCode: "PO-1-GBP", currency: "GBP" };
    expect(withoutLines(first, new Set(["b"]), inPounds)).toEqual(EMPTY_DRAFT);
    for (const other of [
      { ...inPounds, currency: "EUR" },
      { ...inPounds, currency: null },
      { ...inPounds, externalOrderCode: "PO-2-GBP" },
    ]) {
      expect(withoutLines(first, new Set(["b"]), other).externalOrderCode).toBe(" PO-1 ");
    }
  });

  it("keeps its tags as long as there are lines, and those that the order did not have", () => {
    const before = { ...draft(typed("a"), typed("b")), tags: "vip, spring" };
    const tags = ["vip", "spring"];
    const first = withoutLines(before, new Set(["a"]), { ...texts, tags });
    expect(first.tags).toBe("vip, spring");
    expect(withoutLines(first, new Set(["b"]), { ...texts, tags })).not.toHaveProperty("tags");
    for (const others of [["vip"], ["vips", "pring"], undefined]) {
      const last = withoutLines(first, new Set(["b"]), { ...texts, ...(others && { tags: others }) });
      expect(last.tags).toBe("vip, spring");
    }
    const blank = withoutLines({ ...first, tags: " " }, new Set(["b"]), texts);
    expect(blank).not.toHaveProperty("tags");
  });

  it("keeps texts that the order did not take: somebody typed them in another tab", () => {
    const before = draft(typed("a"));
    for (const other of [
      { externalOrderCode: "PO-2", note: "m", purchaseOrder: "q" },
      { externalOrderCode: null, note: null, purchaseOrder: null },
    ]) {
      expect(withoutLines(before, new Set(["a"]), other)).toEqual({ ...draft(), lines: [] });
    }
  });
});

describe("the lines of a rejected order", () => {
  const [a, b, c] = [typed("a"), typed("b"), typed("c")];
  const back = (lines: { position: number; line: TypedLine }[]) => ({
    note: "for the party",
    purchaseOrder: "17",
    lines,
  });

  it("are back where they were, whatever their order, with the texts", () => {
    const lines = [
      { position: 2, line: c },
      { position: 0, line: a },
    ];
    expect(withLinesBack({ ...EMPTY_DRAFT, lines: [b] }, back(lines))).toEqual({
      externalOrderCode: "",
      note: "for the party",
      purchaseOrder: "17",
      lines: [a, b, c],
    });
    const first = [
      { position: 1, line: b },
      { position: 0, line: a },
    ];
    expect(withLinesBack({ ...EMPTY_DRAFT, lines: [c] }, back(first)).lines).toEqual([a, b, c]);
  });

  it("bring their tags, unless others were typed meanwhile", () => {
    const returned = { ...back([{ position: 0, line: a }]), tags: ["vip", "spring"] };
    expect(withLinesBack(EMPTY_DRAFT, returned).tags).toBe("vip, spring");
    expect(withLinesBack({ ...EMPTY_DRAFT, tags: "new" }, returned).tags).toBe("new");
    expect(withLinesBack(EMPTY_DRAFT, { ...returned, tags: [] })).not.toHaveProperty("tags");
  });

  it("do not replace texts that were typed meanwhile, and bring none if none were", () => {
    const typedSince = { ...EMPTY_DRAFT, note: "new", purchaseOrder: "18" };
    const lines = [{ position: 5, line: a }];
    expect(withLinesBack(typedSince, back(lines))).toEqual({ ...typedSince, lines: [a] });
    expect(withLinesBack(EMPTY_DRAFT, { note: null, purchaseOrder: null, lines })).toEqual({
      ...EMPTY_DRAFT,
      lines: [a],
    });
  });
});
