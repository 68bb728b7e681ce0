import { describe, expect, it } from "vitest";
import { EMPTY_DRAFT } from "./draftRules.ts";
import { draft, FakeDraftServer, line, watch } from "./fakeDraftServer.testing.ts";

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
