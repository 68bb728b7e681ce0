import { describe, expect, it } from "vitest";
import { changeBetween } from "./draftChange.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";
import { draft, FakeDraftServer, ID, line, SAVED_AT, watch } from "./fakeDraftServer.testing.ts";

describe("a page that shows the draft", () => {
  it("begins with what is saved, and when that was", () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    const sync = server.open();
    expect(sync.id).toBe(ID);
    expect(sync.getState()).toEqual({
      draft: draft("1"),
      safety: { kind: "saved", at: SAVED_AT },
      notices: [],
      canUndo: false,
      canRedo: false,
    });
  });

  it("is notified of each change of the draft and its safety, until it unsubscribes", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    const seen = watch(sync);
    let notified = 0;
    const unsubscribe = sync.subscribe(() => (notified += 1));
    sync.edit(draft("1"));
    unsubscribe();
    await sync.flush();
    expect(seen).toEqual(["unsaved", "saving", "saved"]);
    expect(notified).toBe(1);
  });

  it("is given each answer of the server, for the products in it", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    sync.edit(draft("1"));
    await sync.flush();
    server.put(draft("2"));
    await sync.refresh();
    expect(server.viewed).toEqual([1, 2]);
  });
});

describe("a draft is saved", () => {
  it("once for several keys, a moment after the last one, and says when", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    for (const quantity of ["1", "12", "120"]) sync.edit(draft(quantity));
    expect(server.planned).toEqual([600]);
    expect(sync.getState().safety).toEqual({ kind: "unsaved" });
    await server.settle();
    expect(server.view.draft).toEqual(draft("120"));
    expect(server.saves).toBe(1);
    expect(sync.getState().safety).toEqual({ kind: "saved", at: SAVED_AT });
  });

  it("at once when asked to, and then not again", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    sync.edit(draft("1"));
    await sync.flush();
    expect(server.planned).toEqual([]);
    await sync.flush();
    expect(server.saves).toBe(1);
  });

  it("not at all while nothing was typed", async () => {
    const server = new FakeDraftServer();
    await server.open().flush();
    expect(server.saves).toBe(0);
  });

  it("one save at a time: what is typed meanwhile follows when the first is done", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    sync.edit(draft("1"));
    const first = sync.flush();
    sync.edit(draft("2"));
    const second = sync.flush();
    expect(server.saves).toBe(1);
    await Promise.all([first, second]);
    expect(server.saves).toBe(2);
    expect(server.view.draft).toEqual(draft("2"));
    expect(sync.getState().safety.kind).toBe("saved");
  });

  it("with what was typed while a save was in progress, a moment after that", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    sync.edit(draft("1"));
    const saving = sync.flush();
    sync.edit(draft("2"));
    await saving;
    expect(sync.getState().safety.kind).toBe("unsaved");
    expect(server.planned).toEqual([600]);
    await server.settle();
    expect(server.view.draft).toEqual(draft("2"));
  });

  it("and other tabs are notified once it is stored", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    server.mode = "down";
    sync.edit(draft("1"));
    await sync.flush();
    expect(server.announced).toEqual([]);
    server.mode = "up";
    await server.settle();
    expect(server.announced).toEqual([1]);
  });

  it("again some seconds after it failed, and sooner when something was typed meanwhile", async () => {
    const server = new FakeDraftServer();
    server.mode = "down";
    const sync = server.open();
    sync.edit(draft("1"));
    await sync.flush();
    expect(server.planned).toEqual([5_000]);
    const saving = sync.flush();
    sync.edit(draft("2"));
    await saving;
    expect(server.planned).toEqual([600]);
    expect(sync.getState()).toMatchObject({ draft: draft("2"), safety: { kind: "failed" } });
  });

  it("later, and said not to be, when another member saved and theirs cannot be read", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    server.put(draft("5"));
    server.canRead = false;
    sync.edit({ ...EMPTY_DRAFT, note: "n" });
    await sync.flush();
    expect(sync.getState().safety).toEqual({ kind: "failed", message: "Cannot be read." });
    expect(server.planned).toEqual([5_000]);
    server.canRead = true;
    await server.settle();
    expect(server.view.draft).toEqual({ ...draft("5"), note: "n" });
  });

  it("before it is confirmed, and named with its version; not named while it cannot be saved", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    sync.edit(draft("1"));
    expect(await sync.reference()).toEqual({ id: ID, version: 1 });
    server.mode = "down";
    sync.edit(draft("2"));
    expect(await sync.reference()).toBeNull();
  });
});

describe("a draft that cannot be saved", () => {
  it("is kept in the browser, and saved once it can be", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    server.mode = "down";
    sync.edit(draft("1"));
    await sync.flush();
    expect(sync.getState()).toMatchObject({
      draft: draft("1"),
      safety: { kind: "failed", message: "No answer." },
    });
    expect(server.kept).toEqual({ version: 0, change: changeBetween(EMPTY_DRAFT, draft("1")), notices: [] });
    server.mode = "up";
    await server.settle();
    expect(server.view.draft).toEqual(draft("1"));
    expect(server.kept).toBeNull();
  });

  it("survives a crash: the next page restores what was not saved and merges it", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    server.open().edit(draft("1", "7"));
    const backup = server.kept;
    server.crash();
    server.put(draft("5"));
    const next = server.open();
    if (backup) await next.restore(backup);
    await server.settle();
    expect(server.view.draft).toEqual(draft("5", "7"));
  });

  it("is saved a moment after it was restored, even if nothing can be read", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    server.canRead = false;
    await server.open().restore({ version: 1, change: changeBetween(draft("1"), draft("2")), notices: [] });
    expect(server.planned).toEqual([600]);
    await server.settle();
    expect(server.view.draft).toEqual(draft("2"));
  });

  it("needs nothing more when the server has it after all, and what was typed after it counts", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    server.put(draft("1", "7"));
    const sync = server.open();
    await sync.restore({ version: 1, change: changeBetween(draft("1"), draft("1", "7")), notices: [] });
    expect(server.planned).toEqual([]);
    expect(server.saves).toBe(0);
    expect(server.kept).toBeNull();
    expect(sync.getState()).toMatchObject({ safety: { kind: "saved" }, notices: [] });
    sync.edit(draft("1", "8"));
    await server.settle();
    expect(sync.getState().notices).toEqual([]);
  });

  it("is known as ours, when the server has it after all, to what is typed while it is restored", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    server.put(draft("7"));
    const sync = server.open();
    const restoring = sync.restore({
      version: 1,
      change: changeBetween(draft("1"), draft("7")),
      notices: [],
    });
    sync.edit(draft("8"));
    await restoring;
    await server.settle();
    expect(server.view.draft).toEqual(draft("8"));
    expect(sync.getState().notices).toEqual([]);
  });

  it("keeps notices that nobody has read over a reload", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    const sync = server.open();
    server.put(draft("5"));
    sync.edit(draft("7"));
    await server.settle();
    const backup = server.kept;
    expect(backup?.notices).toHaveLength(1);
    const next = server.open();
    if (backup) await next.restore(backup);
    const [notice] = next.getState().notices;
    expect(notice).toMatchObject({ kind: "field-conflict", mine: "7", theirs: "5" });
    if (notice) next.dismiss(notice);
    expect(next.getState().notices).toEqual([]);
    expect(server.kept).toBeNull();
  });
});

describe("a notice", () => {
  it("goes when a person has read it, and the other ones stay", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1", "2"));
    const sync = server.open();
    sync.edit(draft("5", "6"));
    server.put(draft("7", "8"));
    await sync.refresh();
    const [first, second, ...others] = sync.getState().notices;
    expect(others).toEqual([]);
    if (first) sync.dismiss(first);
    expect(second).toMatchObject({ mine: "6", theirs: "8" });
    expect(sync.getState().notices).toEqual([second]);
  });
});

describe("a save that was not stored", () => {
  it("because another member saved, whatever it was, is followed by another one at once and is no failure", async () => {
    for (const other of [{ ...draft("1"), purchaseOrder: "p" }, draft("1")]) {
      const server = new FakeDraftServer();
      server.put(draft("1"));
      const sync = server.open();
      const seen = watch(sync);
      server.others = [other];
      sync.edit({ ...draft("1"), note: "n" });
      await server.settle();
      expect(seen).toEqual(["unsaved", "saving", "unsaved", "saving", "saved"]);
      expect(server.view.draft).toEqual({ ...other, note: "n" });
      expect(server.readSince).toEqual([1]);
    }
  });

  it("after a save by another member loses nothing that was typed in the meantime", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    const sync = server.open();
    server.others = [draft("9")];
    sync.edit(draft("5"));
    const saving = sync.flush();
    sync.edit(draft("1"));
    await saving;
    expect(sync.getState()).toMatchObject({ draft: draft("9"), notices: [] });
  });

  it("yet may still be, until another member saves: it is known as ours after any number of reads", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    const sync = server.open();
    server.mode = "down";
    sync.edit(draft("5"));
    await sync.flush();
    await sync.refresh();
    server.put(draft("5"));
    sync.edit(draft("6"));
    await sync.refresh();
    expect(sync.getState()).toMatchObject({ draft: draft("6"), notices: [] });
  });

  it("and no longer can be, because another member saved, hides nothing that they write later", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    const sync = server.open();
    server.mode = "down";
    sync.edit(draft("5"));
    await sync.flush();
    server.put(draft("2"));
    await sync.refresh();
    sync.edit(draft("6"));
    server.put(draft("5"));
    await sync.refresh();
    expect(sync.getState().notices).toMatchObject([
      { mine: "5", theirs: "2" },
      { mine: "6", theirs: "5" },
    ]);
  });
});

describe("two tabs with one draft", () => {
  it("both keep what they added", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    const [one, other] = [server.open(), server.open()];
    one.edit(draft("1", "2"));
    await server.settle();
    other.edit({ ...draft("9"), lines: [line(1, "9"), line(3, "4")] });
    await server.settle();
    expect(server.view.draft.lines).toEqual([line(1, "9"), line(2, "2"), line(3, "4")]);
    expect(other.getState()).toMatchObject({ safety: { kind: "saved" }, notices: [] });
  });

  it("that typed into the same field lose neither: the later one is saved, and shows the other", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    const [one, other] = [server.open(), server.open()];
    one.edit(draft("5"));
    await server.settle();
    other.edit(draft("7"));
    await server.settle();
    expect(server.view.draft).toEqual(draft("7"));
    expect(other.getState().notices).toMatchObject([{ mine: "7", theirs: "5" }]);
    await one.refresh();
    expect(one.getState()).toMatchObject({ draft: draft("7"), notices: [] });
  });

  it("add nothing twice when the answer of a save was lost", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    server.mode = "answers-lost";
    sync.edit(draft("1"));
    await sync.flush();
    server.mode = "up";
    sync.edit(draft("1", "2"));
    await server.settle();
    expect(server.view.draft).toEqual(draft("1", "2"));
    expect(sync.getState().notices).toEqual([]);
  });

  it("know their own saves by the last ten that were not answered", async () => {
    const server = new FakeDraftServer();
    const typed = Array.from({ length: 12 }, (_, index) => `${index + 1}`);
    for (const [stored, notices] of [
      ["2", 1],
      ["3", 0],
    ] as const) {
      server.put(draft("0"));
      const sync = server.open();
      server.mode = "down";
      for (const quantity of typed) {
        sync.edit(draft(quantity));
        await sync.flush();
      }
      server.put(draft(stored));
      server.mode = "up";
      await sync.refresh();
      expect(sync.getState().notices).toHaveLength(notices);
      await server.settle();
    }
  });

  it("go on after each other however often one is overtaken", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    const sync = server.open();
    server.others = Array.from({ length: 12 }, (_, index) => ({ ...draft("1"), purchaseOrder: `${index}` }));
    sync.edit({ ...draft("1"), note: "n" });
    await server.settle();
    expect(server.view.draft).toMatchObject({ note: "n", purchaseOrder: "11" });
    expect(sync.getState()).toMatchObject({ safety: { kind: "saved" }, notices: [] });
  });
});

describe("what another tab stored", () => {
  it("is read when that tab announces a newer version, and only then", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    server.put(draft("1"));
    await sync.catchUp(0);
    expect(server.viewed).toEqual([]);
    await sync.catchUp(1);
    expect(sync.getState()).toMatchObject({ draft: draft("1"), safety: { kind: "saved" } });
    await sync.catchUp(1);
    expect(server.viewed).toEqual([1]);
  });

  it("waits for a save that is running, and is merged after it", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    sync.edit(draft("1"));
    const saving = sync.flush();
    const refreshing = sync.refresh();
    const catchingUp = sync.catchUp(2);
    server.put(draft("1", "2"));
    await Promise.all([saving, refreshing, catchingUp]);
    expect(sync.getState()).toMatchObject({ draft: draft("1", "2"), safety: { kind: "saved" } });
  });

  it("is not taken for news when it was read before our own save", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    const sync = server.open();
    const reading = sync.refresh();
    // The draft is read now, and the answer arrives after the save.
    await Promise.resolve();
    sync.edit(draft("2"));
    const saving = sync.flush();
    await Promise.all([reading, saving]);
    expect(sync.getState()).toMatchObject({ draft: draft("2"), safety: { kind: "saved" } });
    expect(server.view.draft).toEqual(draft("2"));
  });

  it("that cannot be read changes nothing", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    server.put(draft("1"));
    server.canRead = false;
    await sync.refresh();
    expect(sync.getState()).toMatchObject({ draft: EMPTY_DRAFT, safety: { kind: "saved" } });
    server.canRead = true;
    await sync.refresh();
    expect(sync.getState().draft).toEqual(draft("1"));
  });

  it("is merged with what is not saved yet, and the whole is saved at once", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    const sync = server.open();
    sync.edit({ ...draft("1"), note: "n" });
    server.put(draft("1", "2"));
    await sync.refresh();
    expect(sync.getState()).toMatchObject({
      draft: { ...draft("1", "2"), note: "n" },
      safety: { kind: "unsaved" },
    });
    expect(server.planned).toEqual([0]);
  });

  it("is not saved again if it brings everything that was typed", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    server.put(draft("1"));
    await sync.refresh();
    expect(server.planned).toEqual([]);
    expect(server.kept).toBeNull();
  });
});
