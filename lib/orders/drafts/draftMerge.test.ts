import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrderDraft, OrderedLines } from "#lib/contracts/orders/placeOrder.ts";
import { mergeDrafts, sameDraft, sameLine } from "./draftMerge.ts";

/** "3x5": the line 3, with product 3 and quantity 5. */
const draft = (lines: string[], texts: Partial<OrderDraft> = {}): OrderDraft => ({
  externalOrderCode: "",
  note: "",
  purchaseOrder: "",
  ...texts,
  lines: lines.map((text) => {
    const [id = "", quantity = "1"] = text.split("x");
    return { id, productId: Number(id), amount: "", quantity, countryCode: "" };
  }),
});
const anyDraft = fc
  .uniqueArray(fc.constantFrom("1", "2", "3x5", "4x7"), { maxLength: 4 })
  .chain((lines) => fc.constantFrom("", "a").map((note) => draft(lines, { note })));
const merge = (base: string[], mine: string[], theirs: string[], attempted: string[][] = []) =>
  mergeDrafts({
    base: draft(base),
    mine: draft(mine),
    theirs: draft(theirs),
    attempted: attempted.map((lines) => draft(lines)),
  });
const order = { reference: "CD-1", placedBy: "Ada", at: "2030-01-01T12:04:00Z" };
const ordered = (...lines: string[]): OrderedLines[] => [{ ...order, lines: draft(lines).lines }];

describe("two tabs with one draft", () => {
  it.each([
    ["both added a line", ["1"], ["1", "2"], ["1", "3"], ["1", "3", "2"]],
    ["one edited, the other added", ["1"], ["1x5"], ["1", "3"], ["1x5", "3"]],
    ["each edited another line", ["1", "2"], ["1x5", "2"], ["1", "2x7"], ["1x5", "2x7"]],
    ["one removed, the other added", ["1", "2"], ["2"], ["1", "2", "3"], ["2", "3"]],
    ["each removed another line", ["1", "2", "3"], ["2", "3"], ["1", "3"], ["3"]],
    ["the other removed everything while one added", ["1", "2"], ["1", "2", "3"], [], ["3"]],
    ["both made the same edit, and one another", ["1", "2"], ["1x5", "2x6"], ["1x5", "2"], ["1x5", "2x6"]],
    ["both edited and added", ["1", "2"], ["1x5", "2", "3"], ["1", "2x7", "4"], ["1x5", "2x7", "4", "3"]],
    ["one moved a line back to its place", ["1", "2"], ["3", "1", "2"], ["1", "2"], ["1", "2", "3"]],
  ])("are merged without a word when %s", (_, base, mine, theirs, merged) => {
    expect(merge(base, mine, theirs)).toEqual({ draft: draft(merged), notices: [] });
  });

  it("keep the rows of tables that either of them merged into a line", () => {
    const [base, changed] = [draft(["1"]), draft(["1x5"])];
    const rows = ["0".repeat(20)];
    const merged = { ...base, lines: changed.lines.map((line) => ({ ...line, rows })) };
    for (const [mine, theirs] of [
      [merged, base],
      [base, merged],
    ] as const)
      expect(mergeDrafts({ base, mine, theirs })).toEqual({ draft: merged, notices: [] });
  });

  it("tell when both changed the same field: mine stays, theirs is shown", () => {
    expect(merge(["1"], ["1x5"], ["1x7"])).toEqual({
      draft: draft(["1x5"]),
      notices: [
        { kind: "field-conflict", lineId: "1", productId: 1, field: "quantity", mine: "5", theirs: "7" },
      ],
    });
  });

  it.each(["amount", "quantity", "countryCode"] as const)("merge the %s of a line automatically", (field) => {
    const withField = (text: string, note = "") => {
      const [line] = draft(["1"]).lines;
      return { ...draft([], { note }), lines: line ? [{ ...line, [field]: text }] : [] };
    };
    const both = mergeDrafts({ base: withField("b"), mine: withField("m"), theirs: withField("t") });
    expect(both.draft).toEqual(withField("m"));
    expect(both.notices).toMatchObject([{ kind: "field-conflict", field, mine: "m", theirs: "t" }]);
    const apart = mergeDrafts({ base: withField("b"), mine: withField("b"), theirs: withField("t", "n") });
    expect(apart).toEqual({ draft: withField("t", "n"), notices: [] });
    const cleared = mergeDrafts({ base: withField("b"), mine: withField("m"), theirs: withField("") });
    expect(cleared).toEqual({ draft: withField("m"), notices: [] });
  });

  it.each([
    ["one removed the line that the other edited", ["1", "2"], ["2"], ["1x7", "2"], ["1x7", "2"]],
    ["the other removed the line that one edited", ["1", "2"], ["1x7", "2"], ["2"], ["2", "1x7"]],
  ])("keep the line and tell so when %s", (_, base, mine, theirs, merged) => {
    expect(merge(base, mine, theirs)).toEqual({
      draft: draft(merged),
      notices: [{ kind: "kept", lineId: "1", productId: 1 }],
    });
  });

  it.each(["note", "purchaseOrder", "externalOrderCode"] as const)(
    "tell when both wrote another %s, and take it when one of them did",
    (field) => {
      const text = (written: string) => draft(["1"], { note: "n", purchaseOrder: "p", [field]: written });
      const both = mergeDrafts({ base: text(""), mine: text("a"), theirs: text("b") });
      expect(both).toEqual({
        draft: text("a"),
        notices: [{ kind: "text-conflict", field, mine: "a", theirs: "b" }],
      });
      expect(mergeDrafts({ base: text("z"), mine: text("a"), theirs: text("") })).toEqual({
        draft: text("a"),
        notices: [],
      });
      for (const [base, mine, theirs, merged] of [
        ["", "a", "", "a"],
        ["", "", "b", "b"],
        ["", "c", "c", "c"],
        ["d", "", "d", ""],
      ] as const) {
        const result = mergeDrafts({ base: text(base), mine: text(mine), theirs: text(theirs) });
        expect(result).toEqual({ draft: text(merged), notices: [] });
      }
    },
  );

  it("never lose what only one of them changed", () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (base, changed) => {
        expect(mergeDrafts({ base, mine: base, theirs: changed })).toEqual({ draft: changed, notices: [] });
        const mine = mergeDrafts({ base, mine: changed, theirs: base });
        expect(mine.notices).toEqual([]);
        expect(byId(mine.draft)).toEqual(byId(changed));
        const same = mergeDrafts({ base, mine: changed, theirs: changed });
        expect(same).toEqual({ draft: changed, notices: [] });
      }),
    );
    function byId(one: OrderDraft) {
      return { ...one, lines: one.lines.toSorted((a, b) => a.id.localeCompare(b.id)) };
    }
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
    const line = { id: "1", productId: 1, amount: "5", quantity: "1", countryCode: "DE" };
    const others = [
      { id: "2" },
      { productId: 2 },
      { amount: "5.00" },
      { quantity: "2" },
      { countryCode: "AT" },
    ];
    for (const other of others) expect(sameLine(line, { ...line, ...other })).toBe(false);
    expect(sameLine(line, { ...line })).toBe(true);
  });
});

describe("a save of ours that was never answered, and is stored after all", () => {
  it.each([
    ["an added line is there once", [], ["1", "2"], ["1"], [["1"]], ["1", "2"]],
    ["what was typed after it counts", ["1"], ["1x3"], ["1x2"], [["1x2"]], ["1x3"]],
    ["what was typed back to the old value counts", ["1"], ["1"], ["1x2"], [["1x2"]], ["1"]],
    ["what was typed after the first of two counts", ["1"], ["1x4"], ["1x2"], [["1x2"], ["1x3"]], ["1x4"]],
    ["an edit of a line that it added counts", [], ["1x5"], ["1"], [["1"]], ["1x5"]],
    ["a line that it added and that was removed since stays removed", [], [], ["1"], [["1"]], []],
    ["a line that it edited and that was removed since stays removed", ["1"], [], ["1x2"], [["1x2"]], []],
    ["a line that it removed in vain stays removed", ["1"], [], ["1"], [[]], []],
    ["a line that it removed and that is back follows the others", ["1"], ["1"], ["1x7"], [[]], ["1x7"]],
    ["a line that it removed and that is back stays", ["1", "2"], ["1", "2"], ["2"], [["2"]], ["2", "1"]],
  ])("is known as ours: %s", (_, base, mine, theirs, attempted, merged) => {
    expect(merge(base, mine, theirs, attempted)).toEqual({ draft: draft(merged), notices: [] });
  });

  it("loses no line that it added and that was not stored", () => {
    expect(merge(["1"], ["1", "2"], ["1x5"], [["1", "2"]])).toEqual({
      draft: draft(["1x5", "2"]),
      notices: [],
    });
  });

  it("that arrives after the line was typed on is reported, and the later text stays", () => {
    expect(merge([], ["1x2"], ["1"])).toMatchObject({
      draft: draft(["1x2"]),
      notices: [{ kind: "field-conflict", mine: "2", theirs: "1" }],
    });
  });

  it("does not hide what another member changed", () => {
    expect(merge(["1"], ["1x3"], ["1x9"], [["1x2"]]).notices).toMatchObject([{ mine: "3", theirs: "9" }]);
    expect(merge(["1"], ["1"], ["1x9"], [["1x2"]]).notices).toMatchObject([{ mine: "1", theirs: "9" }]);
    expect(merge(["1"], ["1"], ["1x9"], [["1"]])).toEqual({ draft: draft(["1x9"]), notices: [] });
    expect(merge(["1"], [], ["1x9"], [["1x2"]])).toEqual({
      draft: draft(["1x9"]),
      notices: [{ kind: "kept", lineId: "1", productId: 1 }],
    });
  });

  it("makes a line one that we changed, even if it reads as before: it is kept when another member removes it", () => {
    expect(merge(["1", "2"], ["1", "2"], ["2"], [["1x2", "2"]])).toEqual({
      draft: draft(["2", "1"]),
      notices: [{ kind: "kept", lineId: "1", productId: 1 }],
    });
    expect(merge(["1", "2"], ["1", "2"], ["2"], [["1", "2"]])).toEqual({ draft: draft(["2"]), notices: [] });
  });

  it("says of texts as well what was ours", () => {
    const note = (text: string) => draft([], { note: text });
    const merged = mergeDrafts({
      base: note("a"),
      mine: note("abc"),
      theirs: note("ab"),
      attempted: [note("ab")],
    });
    expect(merged).toEqual({ draft: note("abc"), notices: [] });
  });
});

describe("lines that were ordered", () => {
  it("leave the draft, and every tab that still shows them learns their order", () => {
    const merged = mergeDrafts({
      base: draft(["1", "2"]),
      mine: draft(["1", "2", "3"]),
      theirs: draft(["2"]),
      ordered: ordered("1"),
    });
    expect(merged).toEqual({
      draft: draft(["2", "3"]),
      notices: [{ kind: "ordered", order, lineIds: ["1"], typed: [] }],
    });
  });

  it("never come back with an edit that came too late: the edit is reported", () => {
    const merged = mergeDrafts({
      base: draft(["1", "2"]),
      mine: draft(["1x5", "2"]),
      theirs: draft(["2"]),
      ordered: ordered("1"),
    });
    expect(merged).toEqual({
      draft: draft(["2"]),
      notices: [
        {
          kind: "ordered",
          order,
          lineIds: ["1"],
          typed: [{ productId: 1, field: "quantity", text: "5" }],
        },
      ],
    });
  });

  it("do not count changes that were ordered, or that another member made", () => {
    const merged = mergeDrafts({
      base: draft(["1", "2"]),
      mine: draft(["1x5", "2"]),
      theirs: draft([]),
      ordered: ordered("1x5", "2x9"),
    });
    expect(merged.notices).toEqual([{ kind: "ordered", order, lineIds: ["1", "2"], typed: [] }]);
  });

  it("are no news to a tab that does not show them", () => {
    const sides = { base: draft(["1", "2"]), mine: draft(["2"]), theirs: draft(["2"]) };
    expect(mergeDrafts({ ...sides, ordered: ordered("1") })).toEqual({ draft: draft(["2"]), notices: [] });
  });

  it("are gone even if a stored draft still has them", () => {
    const sides = { base: draft([]), mine: draft(["1"]), theirs: draft(["1"]) };
    expect(mergeDrafts({ ...sides, ordered: ordered("1") }).draft).toEqual(draft([]));
  });
});
