import { describe, expect, it } from "vitest";
import { changeBetween } from "./draftChange.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";
import { draft, FakeDraftServer } from "./fakeDraftServer.testing.ts";

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
