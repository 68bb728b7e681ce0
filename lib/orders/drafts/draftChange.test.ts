import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrderDraft, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import {
  applyChange,
  applyWhereUntouched,
  changeBetween,
  inverseOf,
  isEmptyChange,
  sideOf,
} from "./draftChange.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";

const line = (id: string, quantity: string): TypedLine => ({
  id,
  productId: 1,
  amount: "",
  quantity,
  countryCode: "",
});
const anyLine = fc
  .tuple(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"), fc.constantFrom("1", "2"))
  .map(([id, q]) => line(id, q));
const anyDraft: fc.Arbitrary<OrderDraft> = fc
  .tuple(fc.uniqueArray(anyLine, { selector: ({ id }) => id }), fc.constantFrom("", "n", "m"))
  .map(([lines, note]) => ({ ...EMPTY_DRAFT, note, lines }));

describe("the change between two drafts", () => {
  it("makes the one the other, in whatever order the lines are, and its inverse leads back", () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (before, after) => {
        const change = changeBetween(before, after);
        expect(applyChange(before, change)).toEqual(after);
        expect(applyChange(after, inverseOf(change))).toEqual(before);
        expect(inverseOf(inverseOf(change))).toEqual(change);
        expect(isEmptyChange(change)).toBe(JSON.stringify(before) === JSON.stringify(after));
      }),
      { numRuns: 5_000 },
    );
  });

  it("holds only what differs, however long the drafts are", () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => line(`l${index}`, "1"));
    const before = { ...EMPTY_DRAFT, lines };
    const edited = { ...before, lines: lines.with(5_000, line("l5000", "7")) };
    expect(changeBetween(before, edited)).toEqual({
      texts: [],
      lines: [{ id: "l5000", before: line("l5000", "1"), after: line("l5000", "7") }],
    });
    const inserted = { ...before, lines: lines.toSpliced(3, 0, line("new", "1")) };
    expect(changeBetween(before, inserted).lines).toEqual([
      { id: "new", before: null, after: line("new", "1"), follows: "l2" },
    ]);
    expect(changeBetween(inserted, before).lines).toEqual([
      { id: "new", before: line("new", "1"), after: null, followed: "l2" },
    ]);
  });

  it("is found by reading only what differs: of ten thousand lines, a key costs as little as of ten", () => {
    let reads = 0;
    const lines = Array.from({ length: 10_000 }, (_, index) => ({
      ...line("", "1"),
      get id() {
        reads += 1;
        return `l${index}`;
      },
    }));
    for (const edited of [
      lines.with(5_000, line("l5000", "7")),
      lines.with(0, line("l0", "7")),
      lines.with(9_999, line("l9999", "7")),
      lines.toSpliced(3, 0, line("new", "1")),
      lines.toSpliced(3, 1),
      [...lines, line("new", "1")],
      lines.slice(0, -1),
      lines.slice(1),
    ]) {
      const change = changeBetween({ ...EMPTY_DRAFT, lines }, { ...EMPTY_DRAFT, lines: edited });
      expect(change.lines).toHaveLength(1);
    }
    expect(reads).toBeLessThan(100);
  });

  it("leaves the lines as they are where it is about texts only", () => {
    const before = { ...EMPTY_DRAFT, lines: [line("a", "1")] };
    const change = changeBetween(before, { ...before, note: "n" });
    expect(change).toEqual({ texts: [{ field: "note", before: "", after: "n" }], lines: [] });
    expect(applyChange(before, change).lines).toBe(before.lines);
  });

  it("names the place of a line that moved down, now and before, and no place of those that it passed", () => {
    const [a, b, c] = [line("a", "1"), line("b", "1"), line("c", "1")];
    const [before, after] = [
      { ...EMPTY_DRAFT, lines: [a, b, c] },
      { ...EMPTY_DRAFT, lines: [b, c, a] },
    ];
    expect(changeBetween(before, after).lines).toEqual([
      { id: "a", before: a, after: a, follows: "c", followed: null },
    ]);
  });

  it("names no place of a line that stays, even if lines are added above it", () => {
    const before = { ...EMPTY_DRAFT, lines: [line("a", "1"), line("b", "1")] };
    const after = { ...EMPTY_DRAFT, lines: [line("new", "1"), line("a", "2"), line("b", "2")] };
    expect(changeBetween(before, after).lines).toEqual([
      { id: "new", before: null, after: line("new", "1"), follows: null },
      { id: "a", before: line("a", "1"), after: line("a", "2") },
      { id: "b", before: line("b", "1"), after: line("b", "2") },
    ]);
  });

  it("keeps every line that it adds, at the end if the line above it is not there any more", () => {
    const before = { ...EMPTY_DRAFT, lines: [line("a", "1"), line("b", "1")] };
    const added = [line("c", "1"), line("d", "1")];
    const change = changeBetween(before, { ...before, lines: before.lines.toSpliced(1, 0, ...added) });
    const without = { ...EMPTY_DRAFT, lines: [line("x", "1"), line("y", "1")] };
    expect(applyChange(without, change).lines).toEqual([...without.lines, ...added]);
  });

  it("adds ten thousand lines in their order", () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => line(`l${index}`, "1"));
    const full = { ...EMPTY_DRAFT, lines };
    expect(applyChange(EMPTY_DRAFT, changeBetween(EMPTY_DRAFT, full))).toEqual(full);
  });
});

describe("a change that is done to a draft which others have changed since", () => {
  it("is done as a whole if nobody has", () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (before, after) => {
        expect(applyWhereUntouched(before, changeBetween(before, after))).toEqual(after);
      }),
      { numRuns: 2_000 },
    );
  });

  it("leaves every field that has another value than before, and every line that somebody changed", () => {
    const before = { ...EMPTY_DRAFT, note: "n", lines: [line("a", "1"), line("b", "1"), line("c", "1")] };
    const after = { ...before, note: "m", lines: [line("a", "2"), { ...line("b", "2"), amount: "5" }] };
    const change = changeBetween(before, after);
    const theirs = { ...before, note: "theirs", lines: [line("a", "9"), line("b", "9"), line("c", "9")] };
    const { note, lines } = applyWhereUntouched(theirs, change);
    expect(note).toBe("theirs");
    expect(lines).toEqual([line("a", "9"), { ...line("b", "9"), amount: "5" }, line("c", "9")]);
  });

  it("changes nothing if somebody has changed all that it is about", () => {
    const before = { ...EMPTY_DRAFT, lines: [line("a", "1"), line("b", "1")] };
    const change = changeBetween(before, { ...before, note: "n", lines: [line("a", "2")] });
    const theirs = { ...EMPTY_DRAFT, note: "theirs", lines: [line("a", "9"), line("b", "9")] };
    expect(applyWhereUntouched(theirs, change)).toBe(theirs);
    const alsoMine = { ...theirs, note: "" };
    expect(applyWhereUntouched(alsoMine, change)).toEqual({ ...theirs, note: "n" });
  });

  it("moves a line that somebody changed, with what they typed", () => {
    const [a, b] = [line("a", "1"), line("b", "1")];
    const change = changeBetween({ ...EMPTY_DRAFT, lines: [a, b] }, { ...EMPTY_DRAFT, lines: [b, a] });
    const theirs = { ...EMPTY_DRAFT, lines: [line("a", "9"), line("b", "9")] };
    expect(applyWhereUntouched(theirs, change).lines).toEqual([line("b", "9"), line("a", "9")]);
  });

  it("does nothing to lines that are gone, and adds none twice", () => {
    const before = { ...EMPTY_DRAFT, lines: [line("a", "1")] };
    const after = { ...EMPTY_DRAFT, lines: [line("a", "2"), line("b", "1")] };
    const change = changeBetween(before, after);
    const theirs = { ...EMPTY_DRAFT, lines: [line("b", "7")] };
    expect(applyWhereUntouched(theirs, change)).toBe(theirs);
    expect(applyWhereUntouched(EMPTY_DRAFT, inverseOf(change))).toBe(EMPTY_DRAFT);
  });

  it("gives a line back the rows of tables that it had before others were merged into it", () => {
    const ofDraft = (...lines: TypedLine[]): OrderDraft => ({ ...EMPTY_DRAFT, lines });
    const [a, b] = [line("a", "1"), line("b", "2")];
    const merged = { ...line("a", "3"), rows: ["0".repeat(20)] };
    const undo = inverseOf(changeBetween(ofDraft(a, b), ofDraft(merged)));
    expect(applyWhereUntouched(ofDraft(merged), undo)).toEqual(ofDraft(a, b));
    const since = { ...merged, amount: "5" };
    expect(applyWhereUntouched(ofDraft(since), undo)).toEqual(ofDraft({ ...a, amount: "5" }, b));
    const redo = inverseOf(undo);
    expect(applyWhereUntouched(ofDraft(a, b), redo)).toEqual(ofDraft(merged));
  });
});

describe("a draft without tags", () => {
  const none = EMPTY_DRAFT;
  const empty = { ...EMPTY_DRAFT, tags: "" };
  const tagged = { ...EMPTY_DRAFT, tags: "gift" };

  it("is the same as one whose tags are empty: nothing is to be done to make one the other", () => {
    expect(isEmptyChange(changeBetween(none, empty))).toBe(true);
    expect(isEmptyChange(changeBetween(empty, none))).toBe(true);
  });

  it("gets its tags back where they were emptied, and those that it is given", () => {
    for (const untouched of [none, empty]) {
      expect(applyWhereUntouched(untouched, changeBetween(empty, tagged))).toEqual(tagged);
      expect(applyWhereUntouched(untouched, changeBetween(none, tagged))).toEqual(tagged);
      expect(applyWhereUntouched(untouched, inverseOf(changeBetween(tagged, empty)))).toEqual(tagged);
    }
  });
});

describe("one side of a change", () => {
  it("is found from another version of the draft: the change's lines as they were, the others as stored", () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, anyDraft, (before, after, stored) => {
        const change = changeBetween(before, after);
        for (const [side, draft] of [
          ["before", before],
          ["after", after],
        ] as const) {
          const found = sideOf(stored, change, side);
          const byId = new Map(found.lines.map((each) => [each.id, each]));
          expect(byId.size).toBe(found.lines.length);
          for (const { id } of change.lines) {
            expect(byId.get(id)).toEqual(draft.lines.find((each) => each.id === id));
          }
          const untouched = stored.lines.filter(({ id }) => change.lines.every((each) => each.id !== id));
          for (const each of untouched) expect(byId.get(each.id)).toBe(each);
        }
        expect(sideOf(before, change, "before")).toMatchObject({ note: before.note });
        expect(sideOf(stored, change, "after").note).toBe(change.texts.length > 0 ? after.note : stored.note);
      }),
      { numRuns: 2_000 },
    );
  });

  it("has lines that are not stored where they were: after the line above them, or last where they stayed in place", () => {
    const [a, b, c] = [line("a", "1"), line("b", "1"), line("c", "1")];
    const idsOf = ({ lines }: OrderDraft) => lines.map(({ id }) => id);
    const removed = changeBetween({ ...EMPTY_DRAFT, lines: [a, b, c] }, { ...EMPTY_DRAFT, lines: [a, c] });
    expect(idsOf(sideOf({ ...EMPTY_DRAFT, lines: [a, c] }, removed, "before"))).toEqual(["a", "b", "c"]);
    const edited = changeBetween({ ...EMPTY_DRAFT, lines: [a] }, { ...EMPTY_DRAFT, lines: [line("a", "2")] });
    const d = line("d", "1");
    expect(idsOf(sideOf({ ...EMPTY_DRAFT, lines: [b, c, d] }, edited, "after"))).toEqual([
      "b",
      "c",
      "d",
      "a",
    ]);
    expect(sideOf({ ...EMPTY_DRAFT, lines: [b, a, c] }, edited, "after").lines).toEqual([
      b,
      line("a", "2"),
      c,
    ]);
    expect(sideOf({ ...EMPTY_DRAFT, lines: [c, b, a] }, removed, "before").lines).toEqual([c, b, a]);
    expect(sideOf({ ...EMPTY_DRAFT, lines: [a, c] }, removed, "after").lines).toEqual([a, c]);
    expect(sideOf(EMPTY_DRAFT, edited, "before").lines).toEqual([a]);
  });
});
