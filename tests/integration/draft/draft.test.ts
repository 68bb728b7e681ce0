import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDraftRequestSchema } from "#lib/contracts/orders/drafts.ts";
import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { listDrafts } from "#server/orders/drafts/listDrafts.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { saveDraft } from "#server/orders/drafts/saveDraft.ts";
import { createDraftWorld, NOW, type DraftWorld } from "./draftWorld.ts";

let world: DraftWorld;
beforeAll(async () => {
  world = await createDraftWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  await world.db.delete(drafts);
});
const as: DraftWorld["as"] = (...who) => world.as(...who);

const draft = (...quantities: string[]): OrderDraft => ({
  ...EMPTY_DRAFT,
  note: "für Łódź, 25,50 €",
  lines: quantities.map((quantity, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    productId: 7,
    amount: "25,",
    quantity,
    countryCode: "",
  })),
});

/** Saves the draft that the catalog adds to. */
async function save(request: MemberRequest, content: OrderDraft, version: number) {
  const { id } = await readDraft(request);
  return saveDraft(request, { id, draft: content, version });
}

describe("the draft of an order", () => {
  it("is empty and of version 0 before the first save, and has its id already", async () => {
    const [first, second] = await Promise.all([readDraft(as("ada")), readDraft(as("ada"))]);
    expect(second).toEqual(first);
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: null,
      shared: false,
      isOwn: true,
      origin: null,
      ordered: [],
      draft: EMPTY_DRAFT,
      version: 0,
      products: [],
      retiredProductIds: [],
      savedAt: null,
      changedSince: null,
    });
  });

  it("comes back exactly as typed, half-finished amounts included", async () => {
    const saved = await save(as("ada"), draft("", "2x"), 0);
    expect(saved).toMatchObject({ draft: draft("", "2x"), version: 1, savedAt: "2030-01-01T12:04:00.000Z" });
    expect(await readDraft(as("ada"))).toEqual(saved);
  });

  it("belongs to one member in one environment", async () => {
    await save(as("ada"), draft("1"), 0);
    expect((await readDraft(as("ben"))).version).toBe(0);
    expect((await readDraft(as("ada", "production"))).version).toBe(0);
    const { id } = await readDraft(as("ada"));
    const notFound = { kind: "not-found" };
    for (const stranger of [as("ben"), as("ada", "production")]) {
      await expect(readDraft(stranger, { id })).rejects.toMatchObject(notFound);
      const saving = saveDraft(stranger, { id, draft: draft("2"), version: 1 });
      await expect(saving).rejects.toMatchObject(notFound);
    }
    expect(await readDraft(as("ada"), { id })).toMatchObject({ draft: draft("1"), version: 1 });
  });

  it("refuses a save against an older version and keeps what the other tab saved", async () => {
    await save(as("ada"), draft("1"), 0);
    await save(as("ada"), draft("2"), 1);
    for (const version of [0, 1, 9]) {
      await expect(save(as("ada"), draft("3"), version)).rejects.toMatchObject({
        kind: "conflict",
      });
    }
    expect(await readDraft(as("ada"))).toMatchObject({ draft: draft("2"), version: 2 });
  });

  it("lets exactly one of many simultaneous saves through, the first one too", async () => {
    for (const version of [0, 1]) {
      const saves = Array.from({ length: 8 }, (_, index) => save(as("ada"), draft(String(index)), version));
      const outcomes = await Promise.allSettled(saves);
      expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    }
  });

  it("refuses characters that cannot be kept, names the field, and keeps the draft", async () => {
    await save(as("ada"), draft("1"), 0);
    for (const note of ["a\0b", "half \ud800"]) {
      const refused = save(as("ada"), { ...draft("2"), note }, 1);
      await expect(refused).rejects.toMatchObject({ kind: "validation", details: { fields: { note: /./ } } });
    }
    expect((await readDraft(as("ada"))).draft).toEqual(draft("1"));
  });

  it("is neither read nor saved by those who may not place orders", async () => {
    await expect(readDraft(as("sue"))).rejects.toMatchObject({ kind: "forbidden" });
    const saving = saveDraft(as("sue"), { id: newUuid(), draft: draft("1"), version: 0 });
    await expect(saving).rejects.toMatchObject({
      kind: "forbidden",
    });
  });

  it("brings the products of its lines along, of its own environment, and says which are retired", async () => {
    const row = (id: number, environment: MemberRequest["environment"], retiredAt: number | null) => ({
      environment,
      productId: id,
      product: product(id),
      raw: {},
      syncRunId: 1,
      changedAt: NOW,
      retiredAt,
    });
    await world.db
      .insert(catalogProducts)
      .values([row(7, "sandbox", null), row(8, "sandbox", NOW), row(9, "production", null)]);
    const lines = [7, 8, 9, 7].map((productId) => ({
      id: newUuid(),
      productId,
      amount: "",
      quantity: "1",
      countryCode: "",
    }));
    const view = await save(as("ada"), { ...EMPTY_DRAFT, lines }, 0);
    expect(new Set(view.products.map(({ id }) => id))).toEqual(new Set([7, 8]));
    expect(view.retiredProductIds).toEqual([8]);
  });
});

describe("the draft that belongs to an order", () => {
  const open = (request: MemberRequest, origin: string, ...quantities: string[]) =>
    openDraft(request, { origin, lines: draft(...quantities).lines });

  it("is another one than the catalog adds to, and is opened once: again, it is as it was left", async () => {
    await save(as("ada"), draft("1"), 0);
    const opened = await open(as("ada"), "CD-1", "13");
    expect(opened).toMatchObject({
      origin: { reference: "CD-1", boughtNothing: false, mayDeliverUntil: null },
      draft: { ...EMPTY_DRAFT, lines: draft("13").lines },
    });
    expect((await readDraft(as("ada"))).draft).toEqual(draft("1"));
    const { id, version } = opened;
    await saveDraft(as("ada"), { id, version, draft: draft("12") });
    expect(await open(as("ada"), "CD-1", "13")).toMatchObject({ id, draft: draft("12") });
    expect(await readDraft(as("ada"), { id })).toMatchObject({ id, draft: draft("12") });
  });

  it("gets the lines when it is empty, and when two tabs open it at once there is one", async () => {
    const [one, other] = await Promise.all([open(as("ada"), "CD-1", "13"), open(as("ada"), "CD-1", "13")]);
    expect(other.id).toBe(one.id);
    await saveDraft(as("ada"), { id: one.id, version: one.version, draft: EMPTY_DRAFT });
    const both = await Promise.all([open(as("ada"), "CD-1", "7"), open(as("ada"), "CD-1", "7")]);
    for (const filled of both) expect(filled.draft.lines).toEqual(draft("7").lines);
  });

  it("gets note, purchase order and tags with the lines, and none of them once it has lines", async () => {
    const ask = (note: string) =>
      openDraft(
        as("ada"),
        openDraftRequestSchema.parse({
          origin: "CD-1",
          note,
          purchaseOrder: "PO-7",
          tags: "retail",
          lines: draft("13").lines,
        }),
      );
    const given = { ...EMPTY_DRAFT, purchaseOrder: "PO-7", tags: "retail", lines: draft("13").lines };
    expect((await ask("For Ada")).draft).toEqual({ ...given, note: "For Ada" });
    expect((await ask("For Ben")).draft).toEqual({ ...given, note: "For Ada" });
  });

  it("is listed beside the one that the catalog adds to as long as it has lines, for its owner only", async () => {
    const main = await readDraft(as("ada"));
    const { id, version } = await open(as("ada"), "CD-1", "13", "2");
    await open(as("ben"), "CD-2", "1");
    expect((await listDrafts(as("ada"))).items).toEqual([
      { id: main.id, name: null, origin: null, shared: false, ownedBy: null, lineCount: 0 },
      { id, name: null, origin: "CD-1", shared: false, ownedBy: null, lineCount: 2 },
    ]);
    await saveDraft(as("ada"), { id, version, draft: EMPTY_DRAFT });
    expect((await listDrafts(as("ada"))).items).toHaveLength(1);
  });

  it("is neither opened nor listed for those who may not place orders", async () => {
    await expect(open(as("sue"), "CD-1", "1")).rejects.toMatchObject({ kind: "forbidden" });
    await expect(listDrafts(as("sue"))).rejects.toMatchObject({ kind: "forbidden" });
  });
});
