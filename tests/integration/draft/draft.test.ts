import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OrderDraft, PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import type { Product } from "#lib/contracts/product.ts";
import type { Role } from "#lib/members/roles.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { members } from "#server/db/schema/members.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { saveDraft } from "#server/orders/drafts/saveDraft.ts";
import { takeFromDraft } from "#server/orders/drafts/takeFromDraft.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

const NOW = Date.parse("2030-01-01T12:04:00Z");
const people: Record<string, DeskRequest["actor"]> = {};
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const [name, role] of Object.entries({ ada: "buyer", ben: "buyer", sue: "support" } as const)) {
    people[name] = await member(name, role);
  }
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.delete(drafts);
});

async function member(name: string, role: Role) {
  const email = `${name}@partner.example`;
  const [row] = await database.db
    .insert(members)
    .values({ email, name, role, passwordHash: "-", createdAt: NOW, updatedAt: NOW })
    .returning({ id: members.id });
  return { id: row?.id ?? "", email, name, role };
}

function as(name: string, environment: DeskRequest["environment"] = "sandbox"): DeskRequest {
  const actor = people[name];
  if (!actor) throw new Error(`Nobody is called ${name}.`);
  return {
    db: database.db,
    clock: { now: () => NOW },
    log: { info() {}, warn() {}, error() {} },
    instanceId: "test",
    fingerprintKey: new Uint8Array(32),
    services: {},
    actor,
    environment,
    requestId: "r",
  };
}

const draft = (...quantities: string[]): OrderDraft => ({
  ...EMPTY_DRAFT,
  note: "für Łódź, 25,50 €",
  lines: quantities.map((quantity) => ({ productId: 7, amount: "25,", quantity, countryCode: "" })),
});

function product(id: number): Product {
  return {
    id,
    name: `Product ${id}`,
    currencyCode: "EUR",
    countryCode: null,
    denominationType: null,
    denomination: "fixed",
    price: 100,
    denominationMinValue: null,
    denominationMaxValue: null,
    denominationStep: null,
    denominationDefaultValue: null,
    languages: [],
    brands: [],
    categories: [],
    tags: [],
  };
}

describe("the draft of an order", () => {
  it("is empty and of version 0 before the first save", async () => {
    expect(await readDraft(as("ada"))).toEqual({
      draft: EMPTY_DRAFT,
      version: 0,
      products: [],
      retiredProductIds: [],
      savedAt: null,
    });
  });

  it("comes back exactly as typed, half-finished amounts included", async () => {
    const saved = await saveDraft(as("ada"), { draft: draft("", "2x"), version: 0 });
    expect(saved).toMatchObject({ draft: draft("", "2x"), version: 1, savedAt: "2030-01-01T12:04:00.000Z" });
    expect(await readDraft(as("ada"))).toEqual(saved);
  });

  it("belongs to one member in one environment", async () => {
    await saveDraft(as("ada"), { draft: draft("1"), version: 0 });
    expect((await readDraft(as("ben"))).version).toBe(0);
    expect((await readDraft(as("ada", "production"))).version).toBe(0);
  });

  it("refuses a save against an older version and keeps what the other tab saved", async () => {
    await saveDraft(as("ada"), { draft: draft("1"), version: 0 });
    await saveDraft(as("ada"), { draft: draft("2"), version: 1 });
    for (const version of [0, 1, 9]) {
      await expect(saveDraft(as("ada"), { draft: draft("3"), version })).rejects.toMatchObject({
        kind: "conflict",
      });
    }
    expect(await readDraft(as("ada"))).toMatchObject({ draft: draft("2"), version: 2 });
  });

  it("lets exactly one of many simultaneous saves through, the first one too", async () => {
    for (const version of [0, 1]) {
      const saves = Array.from({ length: 8 }, (_, index) =>
        saveDraft(as("ada"), { draft: draft(String(index)), version }),
      );
      const outcomes = await Promise.allSettled(saves);
      expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    }
  });

  it("refuses characters that cannot be kept, names the field, and keeps the draft", async () => {
    await saveDraft(as("ada"), { draft: draft("1"), version: 0 });
    for (const note of ["a\0b", "half \ud800"]) {
      const refused = saveDraft(as("ada"), { draft: { ...draft("2"), note }, version: 1 });
      await expect(refused).rejects.toMatchObject({ kind: "validation", facts: { fields: { note: /./ } } });
    }
    expect((await readDraft(as("ada"))).draft).toEqual(draft("1"));
  });

  it("is neither read nor saved by those who may not place orders", async () => {
    await expect(readDraft(as("sue"))).rejects.toMatchObject({ kind: "forbidden" });
    await expect(saveDraft(as("sue"), { draft: draft("1"), version: 0 })).rejects.toMatchObject({
      kind: "forbidden",
    });
  });

  it("brings the products of its lines along, of its own environment, and says which are retired", async () => {
    const row = (id: number, environment: DeskRequest["environment"], retiredAt: number | null) => ({
      environment,
      productId: id,
      product: product(id),
      raw: {},
      syncRunId: 1,
      changedAt: NOW,
      retiredAt,
    });
    await database.db
      .insert(catalogProducts)
      .values([row(7, "sandbox", null), row(8, "sandbox", NOW), row(9, "production", null)]);
    const lines = [7, 8, 9, 7].map((productId) => ({
      productId,
      amount: "",
      quantity: "1",
      countryCode: "",
    }));
    const view = await saveDraft(as("ada"), { draft: { ...EMPTY_DRAFT, lines }, version: 0 });
    expect(new Set(view.products.map(({ id }) => id))).toEqual(new Set([7, 8]));
    expect(view.retiredProductIds).toEqual([8]);
  });
});

describe("a draft whose lines were ordered", () => {
  const typed = (productId: number, quantity: string) => ({
    productId,
    amount: "1.00",
    quantity,
    countryCode: "",
  });
  const placed: PlaceOrderRequest = {
    confirmationId: "00000000-0000-4000-8000-000000000001",
    currency: "EUR",
    lines: [{ productId: 7, price: 100, quantity: 2 }],
  };
  const createdAt = (at: number) => ({ createdAt: new Date(at).toISOString() });

  it("loses them on the server, so that a browser that died while sending does not offer them again", async () => {
    const lines = [typed(7, "2"), typed(8, "1")];
    await saveDraft(as("ada"), { draft: { ...EMPTY_DRAFT, note: "n", lines }, version: 0 });
    await takeFromDraft(as("ada"), placed, createdAt(NOW), NOW);
    expect(await readDraft(as("ada"))).toMatchObject({
      draft: { note: "n", lines: [typed(8, "1")] },
      version: 2,
    });
  });

  it("keeps them when the answer is about an order that was placed before", async () => {
    await saveDraft(as("ada"), { draft: { ...EMPTY_DRAFT, lines: [typed(7, "2")] }, version: 0 });
    await takeFromDraft(as("ada"), placed, createdAt(NOW - 1), NOW);
    expect(await readDraft(as("ada"))).toMatchObject({ draft: { lines: [typed(7, "2")] }, version: 1 });
  });

  it("keeps what another tab adds at the same moment", async () => {
    await saveDraft(as("ada"), { draft: { ...EMPTY_DRAFT, lines: [typed(7, "2")] }, version: 0 });
    const more = { ...EMPTY_DRAFT, lines: [typed(7, "2"), typed(8, "1")] };
    const outcomes = await Promise.allSettled([
      takeFromDraft(as("ada"), placed, createdAt(NOW), NOW),
      saveDraft(as("ada"), { draft: more, version: 1 }),
    ]);
    const { draft: after } = await readDraft(as("ada"));
    // Whoever came second was told so: the tab by a conflict, the server by trying again.
    expect(after.lines).toEqual(outcomes[1].status === "fulfilled" ? [typed(8, "1")] : []);
  });
});
