import { describe, expect, it } from "vitest";
import type { OrderDraft } from "#lib/contracts/placeOrder.ts";
import { withoutOrderedLines } from "./draftTake.ts";

const typed = (productId: number, amount: string, quantity: string) => ({
  productId,
  amount,
  quantity,
  countryCode: "",
});
const draft: OrderDraft = {
  externalOrderCode: "PO-1",
  note: "n",
  purchaseOrder: "",
  lines: [typed(1, "20.00", "2"), typed(2, "25,50", "1"), typed(2, "30", "1"), typed(3, "", "x")],
};
const isOpen = (id: number) => id === 2;

describe("lines that were ordered", () => {
  it("leave the draft, however their amount was written, a fixed one whatever its old price", () => {
    const ordered = [
      { productId: 1, price: 2_500, quantity: 2 },
      { productId: 2, price: 2_550, quantity: 1 },
    ];
    expect(withoutOrderedLines(draft, ordered, "EUR", isOpen)).toEqual({
      ...draft,
      externalOrderCode: "",
      lines: [typed(2, "30", "1"), typed(3, "", "x")],
    });
  });

  it("leave the draft one for one, where several typed lines mean the same", () => {
    const twice = { ...draft, lines: [typed(2, "30", "1"), typed(2, "30.00", "01"), typed(2, "30,00", "1")] };
    const one = { productId: 2, price: 3_000, quantity: 1 };
    expect(withoutOrderedLines(twice, [one, one], "EUR", isOpen).lines).toEqual([typed(2, "30,00", "1")]);
    expect(withoutOrderedLines(twice, [one, one, one, one], "EUR", isOpen).lines).toEqual([]);
  });

  it("are not those of another product, nor those whose amount or quantity cannot be read", () => {
    const unread = { ...draft, lines: [typed(2, "x", "1"), typed(3, "", "x"), typed(2, "30", "2")] };
    const ordered = [
      { productId: 2, price: 3_000, quantity: 1 },
      { productId: 3, quantity: 1 },
      { productId: 2, quantity: 1 },
      { productId: 4, quantity: 1 },
    ];
    expect(withoutOrderedLines(unread, ordered, "EUR", isOpen)).toEqual(unread);
  });

  it("leave nothing else behind when the draft has other amounts or quantities by now", () => {
    const ordered = [
      { productId: 1, price: 2_500, quantity: 3 },
      { productId: 2, price: 9_900, quantity: 1 },
    ];
    expect(withoutOrderedLines(draft, ordered, "EUR", isOpen)).toEqual(draft);
  });
});
