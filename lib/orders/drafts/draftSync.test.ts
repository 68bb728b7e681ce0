import { describe, expect, it } from "vitest";
import { EMPTY_DRAFT } from "./draftRules.ts";
import { draft, FakeDraftServer, ID, SAVED_AT, watch } from "./fakeDraftServer.testing.ts";

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
