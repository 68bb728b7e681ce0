import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrderDraft, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { NO_HISTORY, changedFields, endStep, redo, remember, undo } from "./draftHistory.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";

const line = (id: string, quantity: string): TypedLine => ({
  id,
  productId: 1,
  amount: "",
  quantity,
  countryCode: "",
});
const draft = (...lines: TypedLine[]): OrderDraft => ({ ...EMPTY_DRAFT, lines });

/** The drafts that a member made one after the other, each in a step of its own. */
function edited(...drafts: OrderDraft[]) {
  let history = NO_HISTORY;
  for (const [index, after] of drafts.entries()) {
    const before = drafts[index - 1];
    if (before !== undefined) history = endStep(remember(history, before, after));
  }
  return history;
}

const anyDraft = fc
  .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("1", "2")), {
    selector: ([id]) => id,
  })
  .map((lines) => draft(...lines.map(([id, quantity]) => line(id, quantity))));

describe("undo and redo", () => {
  it("lead through every draft that was made, back and forth", () => {
    fc.assert(
      fc.property(fc.array(anyDraft, { minLength: 2, maxLength: 8 }), (drafts) => {
        const made = drafts.filter((each, index) => {
          const before = drafts[index - 1];
          return before === undefined || JSON.stringify(before) !== JSON.stringify(each);
        });
        let history = edited(...made);
        for (const earlier of made.toReversed().slice(1)) {
          const now = undo(history, made[made.indexOf(earlier) + 1] ?? EMPTY_DRAFT);
          expect(now?.draft).toEqual(earlier);
          history = now?.history ?? history;
        }
        expect(undo(history, made[0] ?? EMPTY_DRAFT)).toBeNull();
        for (const [index, later] of made.slice(1).entries()) {
          const now = redo(history, made[index] ?? EMPTY_DRAFT);
          expect(now?.draft).toEqual(later);
          history = now?.history ?? history;
        }
        expect(redo(history, made.at(-1) ?? EMPTY_DRAFT)).toBeNull();
        expect(history.past).toHaveLength(made.length - 1);
      }),
      { numRuns: 1_000 },
    );
  });

  it("take what was typed into one field as one step, until the step ends or another field is edited", () => {
    const [empty, one, twelve, other] = [
      draft(line("a", "")),
      draft(line("a", "1")),
      draft(line("a", "12")),
      draft({ ...line("a", "12"), amount: "5" }),
    ];
    let history = remember(NO_HISTORY, empty, one);
    history = remember(history, one, twelve);
    expect(history.past).toHaveLength(1);
    expect(undo(history, twelve)?.draft).toEqual(empty);
    history = remember(history, twelve, other);
    expect(history.past).toHaveLength(2);
    expect(undo(history, other)?.draft).toEqual(twelve);
    history = remember(endStep(remember(NO_HISTORY, empty, one)), one, twelve);
    expect(undo(history, twelve)?.draft).toEqual(one);
  });

  it("forget what was undone as soon as something else is done", () => {
    const [first, second, third] = [draft(), draft(line("a", "1")), draft(line("b", "1"))];
    const undone = undo(edited(first, second), second);
    const history = remember(undone?.history ?? NO_HISTORY, first, third);
    expect(redo(history, third)).toBeNull();
  });

  it("never revert what somebody else did", () => {
    const mine = edited(draft(line("a", "1")), draft(line("a", "2")), draft(line("a", "2"), line("b", "1")));
    // Another member changes both lines.
    const theirs = draft(line("a", "9"), line("b", "7"));
    expect(undo(mine, theirs)).toBeNull();
    // Another member changes the added line: only the earlier step can be undone.
    expect(undo(mine, draft(line("a", "2"), line("b", "7")))?.draft).toEqual(
      draft(line("a", "1"), line("b", "7")),
    );
  });

  it("pass over lines that have been ordered meanwhile", () => {
    const mine = edited(draft(), draft(line("a", "1")), draft(line("a", "2")));
    expect(undo(mine, draft())).toBeNull();
  });

  it("bring a removed line back where it was", () => {
    const [all, less] = [
      draft(line("a", "1"), line("b", "1"), line("c", "1")),
      draft(line("a", "1"), line("c", "1")),
    ];
    const back = undo(edited(all, less), draft(line("a", "1"), line("c", "1"), line("d", "1")));
    expect(back?.draft.lines.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  });

  it("bring back only what they took, and leave what somebody else did in between", () => {
    const mine = edited({ ...draft(line("a", "1")), note: "" }, { ...draft(line("a", "2")), note: "mine" });
    const undone = undo(mine, { ...draft(line("a", "9")), note: "mine" });
    expect(undone?.draft).toEqual({ ...draft(line("a", "9")), note: "" });
    expect(undone?.change).toMatchObject({
      texts: [{ field: "note", before: "mine", after: "" }],
      lines: [],
    });
    // The line has the value again that it had before the first edit.
    const redone = redo(undone?.history ?? NO_HISTORY, draft(line("a", "1")));
    expect(redone?.draft).toEqual({ ...draft(line("a", "1")), note: "mine" });
  });

  it("keep the last 200 steps", () => {
    let history = NO_HISTORY;
    for (let step = 0; step < 250; step += 1) {
      history = endStep(
        remember(history, draft(line("a", String(step))), draft(line("a", String(step + 1)))),
      );
    }
    expect(history.past).toHaveLength(200);
  });
});

describe("a step", () => {
  /** How many steps it took to make these drafts one after the other without a pause. */
  function stepsOf(...drafts: OrderDraft[]) {
    let history = NO_HISTORY;
    for (const [index, after] of drafts.entries()) {
      history = remember(history, drafts[index - 1] ?? EMPTY_DRAFT, after);
    }
    return history.past.length;
  }
  const [one, two] = [line("a", "1"), line("b", "1")];

  it("is all that was typed into one text, and is taken back as a whole", () => {
    const drafts = ["g", "gi", "gift"].map((note) => ({ ...EMPTY_DRAFT, note }));
    expect(stepsOf(...drafts)).toBe(1);
    const history = drafts.reduce(
      (past, after, index) => remember(past, drafts[index - 1] ?? EMPTY_DRAFT, after),
      NO_HISTORY,
    );
    expect(undo(history, { ...EMPTY_DRAFT, note: "gift" })?.draft).toEqual(EMPTY_DRAFT);
    expect(stepsOf({ ...EMPTY_DRAFT, note: "g" }, { ...EMPTY_DRAFT, note: "g", purchaseOrder: "7" })).toBe(2);
  });

  it.each<[string, OrderDraft[], number]>([
    ["adding a line", [draft(one), draft(one, two)], 2],
    ["adding a line, and typing into it", [draft(one), draft({ ...one, quantity: "2" })], 2],
    [
      "the same field of two lines",
      [
        draft(one, two),
        draft({ ...one, quantity: "2" }, two),
        draft({ ...one, quantity: "2" }, { ...two, quantity: "2" }),
      ],
      3,
    ],
    [
      "two fields at once, twice",
      [
        draft(one),
        draft({ ...one, quantity: "2", amount: "2" }),
        draft({ ...one, quantity: "3", amount: "3" }),
      ],
      3,
    ],
    [
      "a text and a field at once, twice",
      [
        draft(one),
        { ...draft({ ...one, quantity: "2" }), note: "2" },
        { ...draft({ ...one, quantity: "3" }), note: "3" },
      ],
      3,
    ],
    [
      "two texts at once, twice",
      [
        { ...EMPTY_DRAFT, note: "1", purchaseOrder: "1" },
        { ...EMPTY_DRAFT, note: "2", purchaseOrder: "2" },
      ],
      2,
    ],
    ["moving lines, there and back", [draft(one, two), draft(two, one), draft(one, two)], 3],
    ["removing both lines one by one", [draft(one, two), draft(two), EMPTY_DRAFT], 3],
    [
      "a text, and a field of a line",
      [draft(one), { ...draft(one), note: "n" }, { ...draft({ ...one, quantity: "2" }), note: "n" }],
      3,
    ],
    [
      "a text and moving a line at once, twice",
      [draft(one, two), { ...draft(two, one), note: "1" }, { ...draft(one, two), note: "2" }],
      3,
    ],
    ["nothing at all", [EMPTY_DRAFT, EMPTY_DRAFT], 0],
  ])("is counted for each edit of its own: %s", (_, drafts, steps) => {
    expect(stepsOf(...drafts)).toBe(steps);
  });

  it("ends with undo and with redo: what is typed next into the same field is undone separately", () => {
    const [empty, first, second] = ["", "1", "12"].map((quantity) => draft(line("a", quantity)));
    if (empty === undefined || first === undefined || second === undefined) throw new Error("three drafts");
    const withNote = { ...first, note: "n" };
    const steps = remember(remember(NO_HISTORY, empty, first), first, withNote);
    const undone = undo(steps, withNote);
    const typed = remember(undone?.history ?? NO_HISTORY, first, second);
    expect(undo(typed, second)?.draft).toEqual(first);
    const redone = redo(undo(remember(NO_HISTORY, empty, first), first)?.history ?? NO_HISTORY, empty);
    const typedOn = remember(redone?.history ?? NO_HISTORY, first, second);
    expect(undo(typedOn, second)?.draft).toEqual(first);
  });

  it("that changes nothing leaves the history as it is, with what can be done again", () => {
    const [first, second] = [draft(), draft(line("a", "1"))];
    const undone = undo(edited(first, second), second)?.history ?? NO_HISTORY;
    expect(remember(undone, first, { ...first })).toBe(undone);
    expect(endStep(undone)).toBe(undone);
  });
});

describe("the changed fields of a line", () => {
  it("are those that were typed into; none if the line was added, removed or moved", () => {
    const [before, after] = [line("a", "1"), { ...line("a", "2"), countryCode: "DE" }];
    expect(changedFields({ id: "a", before, after })).toEqual(["quantity", "countryCode"]);
    expect(changedFields({ id: "a", before, after, follows: null })).toEqual([]);
    expect(changedFields({ id: "a", before: null, after })).toEqual([]);
    expect(changedFields({ id: "a", before, after: null })).toEqual([]);
  });
});
