import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrderDraft } from "#lib/contracts/placeOrder.ts";
import { mergeDrafts, reconcileDrafts, sameDraft, sameLine, withoutSentLines } from "./draftMerge.ts";

const draft = (lines: string[], texts: Partial<OrderDraft> = {}): OrderDraft => ({
  externalOrderCode: "",
  note: "",
  purchaseOrder: "",
  ...texts,
  lines: lines.map((text) => {
    const [productId, quantity = "1"] = text.split("x");
    return { productId: Number(productId), amount: "", quantity, countryCode: "" };
  }),
});
const anyDraft = fc
  .array(fc.constantFrom("1", "2", "3x5"), { maxLength: 4 })
  .chain((lines) => fc.constantFrom("", "a").map((note) => draft(lines, { note })));

describe("two tabs with one draft", () => {
  it.each([
    ["both added a line", ["1"], ["1", "2"], ["1", "3"], ["1", "2", "3"]],
    ["one edited, the other added", ["1"], ["1x5"], ["1", "3"], ["1x5", "3"]],
    ["each edited another line", ["1", "2"], ["1x5", "2"], ["1", "2x7"], ["1x5", "2x7"]],
    ["one removed, the other added", ["1", "2"], ["2"], ["1", "2", "3"], ["2", "3"]],
    ["one removed and edited, the other added", ["1", "2"], ["2x5"], ["1", "2", "3"], ["2x5", "3"]],
    ["the other sent everything while one added", ["1", "2"], ["1", "2", "3"], [], ["3"]],
    ["both made the same edit, and one another", ["1", "2"], ["1x5", "2x6"], ["1x5", "2"], ["1x5", "2x6"]],
    ["both edited and added", ["1", "2"], ["1x5", "2", "3"], ["1", "2x7", "4"], ["1x5", "2x7", "4", "3"]],
  ])("are joined when %s", (_, base, mine, theirs, joined) => {
    expect(mergeDrafts(draft(base), draft(mine), draft(theirs))).toEqual(draft(joined));
  });

  it.each([
    ["both edited the same line", ["1"], ["1x5"], ["1x7"]],
    ["one removed the line that the other edited", ["1", "2"], ["2"], ["1x7", "2"]],
    ["one removed the last line, which the other edited", ["1", "2"], ["1"], ["1", "2x7"]],
    ["the other removed the last line, which one edited", ["1", "2"], ["1", "2x7"], ["1"]],
    ["each removed another line", ["1", "2"], ["2"], ["1"]],
  ])("are left to the person when %s", (_, base, mine, theirs) => {
    expect(mergeDrafts(draft(base), draft(mine), draft(theirs))).toBeNull();
  });

  it.each(["note", "purchaseOrder", "externalOrderCode"] as const)(
    "are left to the person when both wrote another %s, and joined when one of them did",
    (field) => {
      const text = (written: string) => draft(["1"], { note: "n", purchaseOrder: "p", [field]: written });
      expect(mergeDrafts(text(""), text("a"), text("b"))).toBeNull();
      expect(mergeDrafts(text(""), text("a"), text(""))).toEqual(text("a"));
      expect(mergeDrafts(text(""), text(""), text("b"))).toEqual(text("b"));
      expect(mergeDrafts(text(""), text("c"), text("c"))).toEqual(text("c"));
    },
  );

  it("never lose what only one of them changed", () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (base, changed) => {
        expect(mergeDrafts(base, changed, base)).toEqual(changed);
        expect(mergeDrafts(base, base, changed)).toEqual(changed);
        expect(mergeDrafts(base, changed, changed)).toEqual(changed);
      }),
    );
  });

  it("take nothing in twice when the other one was our own save, never answered", () => {
    const [base, attempted, mine] = [draft([]), draft(["1"]), draft(["1", "2"])];
    expect(reconcileDrafts(base, [attempted], mine, attempted)).toEqual(mine);
    expect(reconcileDrafts(base, [draft(["9"]), attempted], mine, attempted)).toEqual(mine);
  });

  it("are joined when the other one was none of our saves", () => {
    expect(reconcileDrafts(draft([]), [], draft(["1"]), draft(["2"]))).toEqual(draft(["1", "2"]));
    expect(reconcileDrafts(draft([]), [draft(["1"])], draft(["1"]), draft(["2"]))).toEqual(draft(["1", "2"]));
  });

  it("are the same only if every text and every line is, in order", () => {
    const whole = draft(["1", "2"], { externalOrderCode: "PO-1", note: "n", purchaseOrder: "p" });
    expect(sameDraft(whole, structuredClone(whole))).toBe(true);
    for (const field of ["externalOrderCode", "note", "purchaseOrder"] as const) {
      expect(sameDraft(whole, { ...whole, [field]: "x" })).toBe(false);
    }
    for (const lines of [["1"], ["2", "1"], ["1", "2", "3"], ["1", "2x9"], []]) {
      expect(sameDraft(whole, { ...whole, lines: draft(lines).lines })).toBe(false);
      expect(sameDraft({ ...whole, lines: draft(lines).lines }, whole)).toBe(false);
    }
    const line = { productId: 1, amount: "5", quantity: "1", countryCode: "DE" };
    for (const other of [{ productId: 2 }, { amount: "5.00" }, { quantity: "2" }, { countryCode: "AT" }]) {
      expect(sameLine(line, { ...line, ...other })).toBe(false);
    }
    expect(sameLine(line, { ...line })).toBe(true);
  });
});

describe("a draft whose order was sent", () => {
  it("keeps the other lines with their texts, but not the code, which names the sent order", () => {
    const before = draft(["1", "2", "3"], { externalOrderCode: "PO-1", note: "n", purchaseOrder: "p" });
    expect(withoutSentLines(before, draft(["3", "1"]).lines)).toEqual(
      draft(["2"], { note: "n", purchaseOrder: "p" }),
    );
  });

  it("gives up one of two equal lines when one was sent, and none when it has changed since", () => {
    expect(withoutSentLines(draft(["1", "1"]), draft(["1"]).lines)).toEqual(draft(["1"]));
    const changed = draft(["1x5"], { externalOrderCode: "PO-1", note: "n" });
    expect(withoutSentLines(changed, draft(["1"]).lines)).toEqual(changed);
    expect(withoutSentLines(draft(["1", "2"]), draft(["3", "2"]).lines)).toEqual(draft(["1"]));
  });

  it("is empty when all lines were sent", () => {
    const before = draft(["1"], { externalOrderCode: "PO-1", note: "n", purchaseOrder: "p" });
    expect(withoutSentLines(before, draft(["1"]).lines)).toEqual(draft([]));
  });
});
