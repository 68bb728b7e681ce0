import { describe, expect, it } from "vitest";
import { Desk, draft } from "./draftEditor.testing.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";
import type { DraftSafety, DraftSync } from "./draftSync.ts";

/** The draft of a page whose save will find that somebody else changed the same line. */
async function inConflict(): Promise<{ desk: Desk; sync: DraftSync }> {
  const desk = new Desk();
  desk.put(draft("1"));
  const sync = desk.open();
  desk.put(draft("5"));
  sync.edit(draft("7"));
  await sync.flush();
  return { desk, sync };
}

/** How safe the draft is said to be, one after the other. */
function watch(sync: DraftSync): DraftSafety["kind"][] {
  const seen: DraftSafety["kind"][] = [];
  sync.subscribe(() => seen.push(sync.getState().safety.kind));
  return seen;
}

describe("a page that shows the draft", () => {
  it("begins with what is saved, and when that was", () => {
    const desk = new Desk();
    desk.put(draft("1"));
    expect(desk.open().getState()).toEqual({
      draft: draft("1"),
      safety: { kind: "saved", at: "2030-01-01T12:04:00Z" },
    });
  });

  it("is told of each change of the draft and its safety, until it looks away", async () => {
    const desk = new Desk();
    const sync = desk.open();
    const seen = watch(sync);
    let told = 0;
    const lookAway = sync.subscribe(() => (told += 1));
    sync.edit(draft("1"));
    lookAway();
    await sync.flush();
    expect(seen).toEqual(["unsaved", "saving", "saved"]);
    expect(told).toBe(1);
  });

  it("is given each answer of the server, for the products in it", async () => {
    const desk = new Desk();
    const sync = desk.open();
    sync.edit(draft("1"));
    await sync.flush();
    sync.offer(desk.put(draft("2")));
    expect(desk.viewed).toEqual([1, 2]);
  });
});

describe("a draft is saved", () => {
  it("a moment after the last key, and not at each", () => {
    const desk = new Desk();
    const sync = desk.open();
    for (const quantity of ["1", "12"]) sync.edit(draft(quantity));
    expect(desk.planned).toEqual([600]);
  });

  it("at once when asked to, and then not again", async () => {
    const desk = new Desk();
    const sync = desk.open();
    sync.edit(draft("1"));
    await sync.flush();
    expect(desk.planned).toEqual([]);
    await sync.flush();
    expect(desk.saves).toBe(1);
  });

  it("not at all while nothing was typed", async () => {
    const desk = new Desk();
    await desk.open().flush();
    expect(desk.saves).toBe(0);
  });

  it("one save at a time: what is typed meanwhile follows when the first is done", async () => {
    const desk = new Desk();
    const sync = desk.open();
    sync.edit(draft("1"));
    const first = sync.flush();
    sync.edit(draft("2"));
    const second = sync.flush();
    expect(desk.saves).toBe(1);
    await Promise.all([first, second]);
    expect(desk.saves).toBe(2);
    expect(desk.view.draft).toEqual(draft("2"));
    expect(sync.getState().safety.kind).toBe("saved");
  });

  it("again some seconds after it failed, and sooner when something was typed meanwhile", async () => {
    const desk = new Desk();
    desk.mode = "down";
    const sync = desk.open();
    sync.edit(draft("1"));
    await sync.flush();
    expect(desk.planned).toEqual([5_000]);
    const saving = sync.flush();
    sync.edit(draft("2"));
    await saving;
    expect(desk.planned).toEqual([600]);
    expect(sync.getState()).toMatchObject({ draft: draft("2"), safety: { kind: "failed" } });
  });

  it("later, and said not to be, when somebody else saved and theirs cannot be read", async () => {
    const desk = new Desk();
    const sync = desk.open();
    desk.put(draft("5"));
    desk.canRead = false;
    sync.edit({ ...EMPTY_DRAFT, note: "n" });
    await sync.flush();
    expect(sync.getState().safety).toEqual({ kind: "failed", message: "Cannot be read." });
    expect(desk.planned).toEqual([5_000]);
    desk.canRead = true;
    await desk.settle();
    expect(desk.view.draft).toEqual({ ...draft("5"), note: "n" });
  });
});

describe("a draft that an earlier page could not save", () => {
  it("needs nothing more when the server has it after all", async () => {
    const desk = new Desk();
    desk.kept = { base: draft("1"), draft: draft("1", "7") };
    desk.put(draft("1", "7"));
    const sync = desk.open();
    sync.restore({ base: draft("1"), draft: draft("1", "7") });
    await desk.settle();
    expect(desk.kept).toBeNull();
    expect(desk.saves).toBe(0);
    expect(sync.getState().safety.kind).toBe("saved");
  });

  it("is shown beside the server's where both changed the same thing, and saved only when a person says so", async () => {
    const desk = new Desk();
    desk.put(draft("5"));
    const sync = desk.open();
    sync.restore({ base: draft("1"), draft: draft("7") });
    expect(sync.getState()).toEqual({
      draft: draft("7"),
      safety: { kind: "conflict", theirs: desk.view },
    });
    await desk.settle();
    expect(desk.saves).toBe(0);
    expect(desk.kept?.draft).toEqual(draft("7"));
    sync.settle("mine");
    await desk.settle();
    expect(desk.view.draft).toEqual(draft("7"));
  });

  it("does not claim that what is typed now was saved", () => {
    const desk = new Desk();
    desk.put(draft("1"));
    const sync = desk.open();
    sync.edit(draft("5"));
    sync.restore({ base: draft("1"), draft: draft("7") });
    expect(sync.getState().safety).toMatchObject({ kind: "conflict", theirs: { savedAt: null } });
  });
});

describe("what another page saved", () => {
  it("is taken in only when it is newer than what this page has", () => {
    const desk = new Desk();
    const first = desk.put(draft("1"));
    const sync = desk.open();
    const second = desk.put(draft("2"));
    sync.offer({ ...first, draft: draft("9") });
    expect(sync.getState().draft).toEqual(draft("1"));
    sync.offer(second);
    expect(sync.getState().draft).toEqual(draft("2"));
    sync.offer(first);
    expect(sync.getState().draft).toEqual(draft("2"));
  });

  it("waits while a person has two versions to choose from", async () => {
    const { desk, sync } = await inConflict();
    const before = sync.getState();
    sync.offer(desk.put(draft("6")));
    expect(sync.getState()).toEqual(before);
  });

  it("waits for a save that is under way, and is taken in after it", async () => {
    const desk = new Desk();
    const sync = desk.open();
    sync.edit(draft("1"));
    const saving = sync.flush();
    sync.offer({ ...desk.view, version: 9, draft: draft("9") });
    expect(sync.getState().draft).toEqual(draft("1"));
    const refreshing = sync.refresh();
    desk.put(draft("1", "2"));
    await Promise.all([saving, refreshing]);
    expect(sync.getState()).toMatchObject({ draft: draft("1", "2"), safety: { kind: "saved" } });
  });

  it("is read when asked for, and what cannot be read changes nothing", async () => {
    const desk = new Desk();
    const sync = desk.open();
    desk.put(draft("1"));
    desk.canRead = false;
    await sync.refresh();
    expect(sync.getState()).toMatchObject({ draft: EMPTY_DRAFT, safety: { kind: "saved" } });
    desk.canRead = true;
    await sync.refresh();
    expect(sync.getState().draft).toEqual(draft("1"));
  });

  it("is joined with what is not saved yet, and the whole is saved at once", () => {
    const desk = new Desk();
    desk.put(draft("1"));
    const sync = desk.open();
    sync.edit({ ...draft("1"), note: "n" });
    sync.offer(desk.put(draft("1", "2")));
    expect(sync.getState()).toEqual({
      draft: { ...draft("1", "2"), note: "n" },
      safety: { kind: "unsaved" },
    });
    expect(desk.planned).toEqual([0]);
  });

  it("is not saved again where it brings everything that was typed", () => {
    const desk = new Desk();
    const sync = desk.open();
    sync.offer(desk.put(draft("1")));
    expect(desk.planned).toEqual([]);
    expect(desk.kept).toBeNull();
  });
});

describe("a page that keeps being overtaken", () => {
  const overtake = (desk: Desk, times: number) => {
    desk.others = Array.from({ length: times }, (_, index) => ({
      ...desk.view.draft,
      purchaseOrder: `${index}`,
    }));
  };

  it("joins five times in a row", async () => {
    const desk = new Desk();
    desk.put(draft("1"));
    const sync = desk.open();
    overtake(desk, 5);
    sync.edit({ ...draft("1"), note: "n" });
    await desk.settle();
    expect(desk.saves).toBe(6);
    expect(desk.view.draft).toEqual({ ...draft("1"), note: "n", purchaseOrder: "4" });
    expect(sync.getState().safety.kind).toBe("saved");
  });

  it("stops at the sixth time and shows both, for a person to choose", async () => {
    const desk = new Desk();
    desk.put(draft("1"));
    const sync = desk.open();
    overtake(desk, 6);
    sync.edit({ ...draft("1"), note: "n" });
    await desk.settle();
    expect(desk.saves).toBe(6);
    expect(sync.getState()).toMatchObject({
      draft: { note: "n", purchaseOrder: "4" },
      safety: { kind: "conflict", theirs: { draft: { purchaseOrder: "5" } } },
    });
    sync.settle("mine");
    await desk.settle();
    expect(desk.view.draft).toEqual({ ...draft("1"), note: "n", purchaseOrder: "4" });
  });

  it("is not one that only looks on, however often the draft is read anew", async () => {
    const desk = new Desk();
    const sync = desk.open();
    for (let version = 1; version <= 20; version += 1) sync.offer(desk.put(draft(`${version}`)));
    expect(sync.getState()).toMatchObject({ draft: draft("20"), safety: { kind: "saved" } });
  });

  it("is not one whose saves got through in the end", async () => {
    const desk = new Desk();
    desk.put(draft("1"));
    const sync = desk.open();
    overtake(desk, 5);
    sync.edit({ ...draft("1"), note: "n" });
    await desk.settle();
    sync.offer(desk.put(draft("2")));
    expect(sync.getState()).toMatchObject({ draft: draft("2"), safety: { kind: "saved" } });
  });

  it("counts anew with each key", async () => {
    const desk = new Desk();
    desk.put(draft("1"));
    const sync = desk.open();
    for (const note of ["a", "b"]) {
      overtake(desk, 4);
      sync.edit({ ...sync.getState().draft, note });
      await desk.settle();
      expect(sync.getState().safety.kind).toBe("saved");
    }
    expect(desk.view.draft.note).toBe("b");
  });
});

describe("a person's answer to a conflict", () => {
  it("means nothing while there is none", async () => {
    const desk = new Desk();
    const sync = desk.open();
    sync.edit(draft("1"));
    sync.settle("theirs");
    expect(sync.getState()).toEqual({ draft: draft("1"), safety: { kind: "unsaved" } });
  });

  it("in favour of theirs needs no save, and nothing is kept", async () => {
    const { desk, sync } = await inConflict();
    const saves = desk.saves;
    sync.settle("theirs");
    expect(sync.getState()).toEqual({
      draft: draft("5"),
      safety: { kind: "saved", at: "2030-01-01T12:04:00Z" },
    });
    await desk.settle();
    expect(desk.saves).toBe(saves);
    expect(desk.kept).toBeNull();
  });

  it("in favour of both takes each line once", async () => {
    const desk = new Desk();
    desk.put(draft("1", "2"));
    const sync = desk.open();
    desk.put(draft("5", "2"));
    sync.edit(draft("7", "2"));
    await sync.flush();
    sync.settle("both");
    await desk.settle();
    expect(desk.view.draft.lines.map(({ quantity }) => quantity)).toEqual(["7", "2", "5"]);
  });

  it("is waited for: what is typed meanwhile is kept in the browser, not saved", async () => {
    const { desk, sync } = await inConflict();
    sync.edit(draft("77"));
    expect(desk.planned).toEqual([]);
    expect(desk.kept).toEqual({ base: draft("1"), draft: draft("77") });
    expect(sync.getState().safety.kind).toBe("conflict");
  });
});
