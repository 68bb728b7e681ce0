import { describe, expect, it } from "vitest";
import { draft, FakeDraftServer, line } from "./fakeDraftServer.testing.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";

/** A page with a line into which the member has typed 2, and a second line added after that. */
async function edited() {
  const server = new FakeDraftServer();
  server.put(draft("1"));
  const sync = server.open();
  sync.edit(draft("2"));
  sync.endStep();
  sync.edit(draft("2", "5"));
  await server.settle();
  return { server, sync };
}

describe("undo in a draft", () => {
  it("goes back over saves, saves what it comes to, and can be done again", async () => {
    const { server, sync } = await edited();
    expect(sync.getState()).toMatchObject({ canUndo: true, canRedo: false });
    sync.undo();
    sync.undo();
    expect(sync.getState()).toMatchObject({ draft: draft("1"), canUndo: false, canRedo: true });
    await server.settle();
    expect(server.view.draft).toEqual(draft("1"));
    sync.redo();
    sync.redo();
    await server.settle();
    expect(server.view.draft).toEqual(draft("2", "5"));
    expect(sync.getState()).toMatchObject({ canUndo: true, canRedo: false, safety: { kind: "saved" } });
  });

  it("says which line and field it changed", async () => {
    const { sync } = await edited();
    expect(sync.undo()?.lines).toMatchObject([{ id: "line-2", after: null }]);
    expect(sync.undo()?.lines).toMatchObject([{ id: "line-1", before: line(1, "2"), after: line(1, "1") }]);
  });

  it("leaves what somebody else did since, also in the same line", async () => {
    const { server, sync } = await edited();
    server.put({ ...EMPTY_DRAFT, note: "theirs", lines: [{ ...line(1, "2"), amount: "9" }, line(2, "7")] });
    await sync.refresh();
    // Another member has changed the added line, so it stays. The earlier step is undone.
    sync.undo();
    await server.settle();
    expect(server.view.draft).toEqual({
      ...EMPTY_DRAFT,
      note: "theirs",
      lines: [{ ...line(1, "1"), amount: "9" }, line(2, "7")],
    });
    expect(sync.getState()).toMatchObject({ canUndo: false, notices: [] });
  });

  it("brings emptied tags back, also after somebody changed something else meanwhile", async () => {
    const server = new FakeDraftServer();
    server.put({ ...draft("1"), tags: "gift" });
    const sync = server.open();
    sync.edit({ ...draft("1"), tags: "" });
    await server.settle();
    server.put({ ...server.view.draft, note: "theirs" });
    await sync.refresh();
    sync.undo();
    await server.settle();
    expect(server.view.draft).toEqual({ ...draft("1"), note: "theirs", tags: "gift" });
  });

  it("has nothing left to do when somebody changed all of it", async () => {
    const { server, sync } = await edited();
    server.put(draft("8", "9"));
    await sync.refresh();
    expect(sync.undo()).toBeNull();
    expect(sync.getState()).toMatchObject({
      draft: draft("8", "9"),
      canUndo: false,
      safety: { kind: "saved" },
    });
  });

  it("never brings back a line that was ordered, also when it was removed here before", async () => {
    const { server, sync } = await edited();
    server.order("CD-1", "line-2");
    // This page has not heard of it yet: the removal is undone on what is shown.
    sync.edit(draft("2"));
    sync.endStep();
    sync.undo();
    await server.settle();
    expect(server.view.draft).toEqual(draft("2"));
    expect(sync.getState().draft).toEqual(draft("2"));
    expect(sync.undo()?.lines).toMatchObject([{ id: "line-1" }]);
    await server.settle();
    expect(server.bought).toHaveLength(1);
    expect(server.view.draft).toEqual(draft("1"));
  });
});
