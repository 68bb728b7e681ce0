import { describe, expect, it } from "vitest";
import type { DraftSync } from "./draftSync.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";
import { Conflict, draft, FakeDraftServer, line, watch } from "./fakeDraftServer.testing.ts";

/** The quantities of the lines in a page's draft. */
const quantitiesOf = (sync: DraftSync) => sync.getState().draft.lines.map(({ quantity }) => quantity);

describe("lines that were ordered", () => {
  it("leave every tab, and the one that did not order them learns their order", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1", "2"));
    const [one, other] = [server.open(), server.open()];
    server.order("CD-1", "line-1");
    await one.afterSending("CD-1");
    await other.refresh();
    expect(one.getState()).toMatchObject({ draft: { lines: [line(2, "2")] }, notices: [] });
    expect(server.announced).toEqual([2]);
    expect(other.getState()).toMatchObject({
      draft: { lines: [line(2, "2")] },
      safety: { kind: "saved" },
      notices: [{ kind: "ordered", order: { reference: "CD-1" }, lineIds: ["line-1"], typed: [] }],
    });
  });

  it("do not take along a change that came too late: the tab that typed it is notified, whoever ordered", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    const sync = server.open();
    sync.edit(draft("5"));
    server.order("CD-1", "line-1");
    await sync.afterSending("CD-1");
    await server.settle();
    expect(server.view.draft.lines).toEqual([]);
    expect(sync.getState().notices).toMatchObject([{ typed: [{ field: "quantity", text: "5" }] }]);
  });

  it("are reported only when another tab ordered them", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1"));
    const sync = server.open();
    server.order("CD-1", "line-1");
    await sync.afterSending(null);
    expect(sync.getState().notices).toMatchObject([{ kind: "ordered", order: { reference: "CD-1" } }]);
  });

  it("are back without a word when the service has rejected the order", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1", "2"));
    const [sender, other, late] = [server.open(), server.open(), server.open()];
    late.edit(draft("9", "2"));
    server.order("CD-1", "line-1");
    await other.refresh();
    await late.refresh();
    server.forget("CD-1");
    server.put(draft("1", "2"));
    for (const sync of [sender, other, late]) {
      await sync.refresh();
      expect(quantitiesOf(sync)).toEqual(["1", "2"]);
    }
    expect(sender.getState().notices).toEqual([]);
    expect(other.getState().notices).toEqual([]);
    // What was typed but not ordered is still reported.
    expect(late.getState().notices).toMatchObject([{ kind: "ordered", typed: [{ text: "9" }] }]);
  });

  it("stay reported while only some of them are back", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1", "2"));
    const sync = server.open();
    server.order("CD-1", "line-1", "line-2");
    await sync.refresh();
    server.forget("CD-1");
    server.put(draft("1"));
    await sync.refresh();
    expect(sync.getState().notices).toHaveLength(1);
  });

  it("cannot be put back into the draft by a tab that had removed them", async () => {
    const server = new FakeDraftServer();
    server.put(draft("1", "2"));
    const sync = server.open();
    server.order("CD-1", "line-1");
    await sync.refresh();
    server.announced.length = 0;
    const seen = watch(sync);
    sync.edit({ ...draft("1", "2"), note: "n" });
    await server.settle();
    expect(seen).not.toContain("failed");
    expect(server.view.draft).toEqual({ ...EMPTY_DRAFT, note: "n", lines: [line(2, "2")] });
    expect(sync.getState().safety.kind).toBe("saved");
  });

  it("that nobody can tell about make a save fail, and not go round in circles", async () => {
    const server = new FakeDraftServer();
    const sync = server.open();
    server.save = () => {
      throw new Conflict("Refused.");
    };
    sync.edit(draft("1"));
    await sync.flush();
    expect(sync.getState().safety).toEqual({ kind: "failed", message: "Refused." });
    expect(server.planned).toEqual([5_000]);
  });
});
