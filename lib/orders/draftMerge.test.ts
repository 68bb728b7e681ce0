import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrderDraft } from "#lib/contracts/placeOrder.ts";
import { mergeDrafts, reconcileDrafts, sameDraft, withoutSentLines } from "./draftMerge.ts";

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
    ["the other sent everything while one added", ["1", "2"], ["1", "2", "3"], [], ["3"]],
  ])("are joined when %s", (_, base, mine, theirs, joined) => {
    expect(mergeDrafts(draft(base), draft(mine), draft(theirs))).toEqual(draft(joined));
  });

  it.each([
    ["both edited the same line", ["1"], ["1x5"], ["1x7"]],
    ["one removed the line that the other edited", ["1", "2"], ["2"], ["1x7", "2"]],
  ])("are left to the person when %s", (_, base, mine, theirs) => {
    expect(mergeDrafts(draft(base), draft(mine), draft(theirs))).toBeNull();
  });

  it("are left to the person when both wrote another note", () => {
    const [base, mine, theirs] = ["", "a", "b"].map((note) => draft(["1"], { note }));
    expect(base && mine && theirs && mergeDrafts(base, mine, theirs)).toBeNull();
  });

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
    expect(withoutSentLines(draft(["1x5"]), draft(["1"]).lines)).toEqual(draft(["1x5"]));
  });

  it("is empty when all lines were sent", () => {
    const before = draft(["1"], { externalOrderCode: "PO-1", note: "n", purchaseOrder: "p" });
    expect(sameDraft(withoutSentLines(before, draft(["1"]).lines), draft([]))).toBe(true);
  });
});
