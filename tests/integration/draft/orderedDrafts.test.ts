import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { drafts } from "#server/db/schema/orders.ts";
import { changeDraft } from "#server/orders/drafts/changeDraft.ts";
import { listDrafts } from "#server/orders/drafts/listDrafts.ts";
import { openDraft, type OpenedDraft } from "#server/orders/drafts/openDraft.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { saveChanges } from "#server/orders/drafts/saveChanges.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { confirm, createOrderDraftWorld, errorOf } from "./orderDraftWorld.ts";

const world = await createOrderDraftWorld();
const { line } = world;
beforeEach(async () => {
  await world.database.db.delete(drafts);
});
afterAll(() => world.close());

const open = (given: Partial<OpenedDraft> = {}) =>
  openDraft(world.request, { name: "Again: CD-1", lines: [line("1")], ...given });
const listed = async () => (await listDrafts(world.request)).items.map(({ id }) => id);

describe("a draft whose lines were all ordered", () => {
  it("is no longer listed, but can still be typed into, and is listed again then", async () => {
    const draft = await open();
    expect(await listed()).toEqual([draft.id]);
    await placeOrder(world.request, confirm(draft));
    expect(await listed()).toEqual([]);
    const { id, version } = await readDraft(world.request, { id: draft.id });
    const typed = { line: line("2"), follows: null };
    await saveChanges(world.request, { id, version, texts: {}, lines: [typed] });
    expect(await listed()).toEqual([id]);
  });

  it("stays while it has other lines, or texts that did not go into the order", async () => {
    const [one, other] = [line("1"), line("2")];
    const half = await open({ lines: [one, other] });
    await placeOrder(world.request, confirm(half, [one]));
    const noted = await open({ note: "Ask Ada first" });
    await placeOrder(world.request, confirm(noted, noted.draft.lines, { note: "typed elsewhere" }));
    const ofOrder = await openDraft(world.request, { origin: "CD-2", lines: [line("1")], note: "Call" });
    await placeOrder(world.request, confirm(ofOrder, ofOrder.draft.lines, { note: "typed elsewhere" }));
    expect(new Set(await listed())).toEqual(new Set([half.id, noted.id, ofOrder.id]));
  });

  it("stays while it is shared: the team may go on with it", async () => {
    const draft = await open({ name: "Weekly" });
    await changeDraft(world.request, { draftId: draft.id, shared: true });
    await placeOrder(world.request, confirm(draft));
    expect(await listed()).toEqual([draft.id]);
  });

  it("is listed again with its lines when the service rejects the order", async () => {
    const draft = await open({ lines: [line("1", await scenario(world.sandbox, "unavailable"))] });
    expect((await errorOf(placeOrder(world.request, confirm(draft)))).kind).toBe("rejected");
    expect(await listed()).toEqual([draft.id]);
  });
});

describe("an empty draft of which nothing was ordered", () => {
  it("stays if somebody named it", async () => {
    const { id } = await open({ name: "May", lines: [] });
    expect(await listed()).toEqual([id]);
  });
});
