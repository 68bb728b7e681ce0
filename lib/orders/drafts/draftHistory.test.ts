import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrderDraft, TypedLine } from "#lib/contracts/placeOrder.ts";
import { NO_HISTORY, endStep, redo, remember, undo } from "./draftHistory.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";

const line = (id: string, quantity: string): TypedLine => ({
  id,
  productId: 1,
  amount: "",
  quantity,
  countryCode: "",
});
const draft = (...lines: TypedLine[]): OrderDraft => ({ ...EMPTY_DRAFT, lines });

/** The drafts that somebody made one after the other, each in a step of its own. */
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
    // Somebody changes both lines.
    const theirs = draft(line("a", "9"), line("b", "7"));
    expect(undo(mine, theirs)).toBeNull();
    // Somebody changes the added line: only the older step is left to undo.
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
