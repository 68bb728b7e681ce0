import { describe, expect, it } from "vitest";
import { Desk, draft } from "./draftEditor.testing.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";

describe("a draft that is typed", () => {
  it("is saved once for several keys, and says when", async () => {
    const desk = new Desk();
    const sync = desk.open();
    for (const quantity of ["1", "12", "120"]) sync.edit(draft(quantity));
    expect(sync.getState().safety).toEqual({ kind: "unsaved" });
    await desk.settle();
    expect(desk.view.draft).toEqual(draft("120"));
    expect(desk.saves).toBe(1);
    expect(sync.getState().safety).toEqual({ kind: "saved", at: "2030-01-01T12:04:00Z" });
  });

  it("keeps what is typed while a save is under way", async () => {
    const desk = new Desk();
    const sync = desk.open();
    sync.edit(draft("1"));
    const saving = sync.flush();
    sync.edit(draft("2"));
    await saving;
    await desk.settle();
    expect(desk.view.draft).toEqual(draft("2"));
    expect(desk.saves).toBe(2);
  });

  it("is kept in the browser while it cannot be saved, and saved once it can", async () => {
    const desk = new Desk();
    const sync = desk.open();
    desk.mode = "down";
    sync.edit(draft("1"));
    await sync.flush();
    expect(sync.getState()).toEqual({ draft: draft("1"), safety: { kind: "failed", message: "No answer." } });
    expect(desk.kept).toEqual({ base: EMPTY_DRAFT, draft: draft("1") });
    desk.mode = "up";
    await desk.settle();
    expect(desk.view.draft).toEqual(draft("1"));
    expect(desk.kept).toBeNull();
  });

  it("survives a crash: the next page takes up what was not saved", async () => {
    const desk = new Desk();
    desk.put(draft("1"));
    desk.open().edit(draft("1", "7"));
    const backup = desk.kept;
    desk.crash();
    desk.put(draft("5"));
    const next = desk.open();
    if (backup) next.restore(backup);
    await desk.settle();
    expect(desk.view.draft).toEqual(draft("5", "7"));
  });

  it("takes nothing in twice when the answer of a save was lost", async () => {
    const desk = new Desk();
    const sync = desk.open();
    desk.mode = "answers-lost";
    sync.edit(draft("1"));
    await sync.flush();
    desk.mode = "up";
    sync.edit(draft("1", "2"));
    await desk.settle();
    expect(desk.view.draft).toEqual(draft("1", "2"));
  });
});

describe("two tabs with one draft", () => {
  it("both keep what they added", async () => {
    const desk = new Desk();
    desk.put(draft("1"));
    const [one, other] = [desk.open(), desk.open()];
    one.edit(draft("1", "2"));
    await desk.settle();
    other.edit(draft("9"));
    await desk.settle();
    expect(desk.view.draft).toEqual(draft("9", "2"));
    expect(other.getState()).toMatchObject({ draft: draft("9", "2"), safety: { kind: "saved" } });
  });

  it("show both versions when they changed the same thing, save nothing unasked, and lose nothing", async () => {
    const desk = new Desk();
    desk.put(draft("1"));
    const [one, other] = [desk.open(), desk.open()];
    one.edit(draft("5"));
    await desk.settle();
    other.edit(draft("7"));
    await desk.settle();
    expect(other.getState()).toMatchObject({
      draft: draft("7"),
      safety: { kind: "conflict", theirs: { draft: draft("5") } },
    });
    const saves = desk.saves;
    other.edit(draft("77"));
    await desk.settle();
    expect(desk.saves).toBe(saves);
    expect(desk.view.draft).toEqual(draft("5"));
    other.settle("mine");
    await desk.settle();
    expect(desk.view.draft).toEqual(draft("77"));
  });

  it.each([
    ["theirs", draft("5")],
    ["both", { ...draft("7"), lines: [...draft("7").lines, ...draft("5").lines] }],
  ] as const)("can be told to take %s", async (choice, expected) => {
    const desk = new Desk();
    desk.put(draft("1"));
    const [one, other] = [desk.open(), desk.open()];
    one.edit(draft("5"));
    await desk.settle();
    other.edit(draft("7"));
    await desk.settle();
    other.settle(choice);
    await desk.settle();
    expect(other.getState()).toMatchObject({ draft: expected, safety: { kind: "saved" } });
    expect(desk.view.draft).toEqual(expected);
  });

  it("show what the other one added as soon as the draft is read again", () => {
    const desk = new Desk();
    const sync = desk.open();
    sync.offer(desk.put(draft("1")));
    expect(sync.getState()).toMatchObject({ draft: draft("1"), safety: { kind: "saved" } });
  });
});
