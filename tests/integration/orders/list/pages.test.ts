import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OrdersPage } from "#lib/contracts/orders/order.ts";
import { exportOrdersRequestSchema } from "#lib/contracts/orders/orderExport.ts";
import type { OrderSort } from "#lib/contracts/orders/orderSort.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { exportOrders } from "#server/orders/verbs/exportOrders.ts";
import { listOrders } from "#server/orders/verbs/listOrders.ts";
import { readNeighbours } from "#server/orders/verbs/readNeighbours.ts";
import { readOrderFacets } from "#server/orders/verbs/readOrderFacets.ts";
import { tagOrders } from "#server/orders/verbs/tagOrders.ts";
import { changeOrderView } from "#server/orders/views/changeOrderView.ts";
import { deleteOrderView } from "#server/orders/views/deleteOrderView.ts";
import { listOrderViews } from "#server/orders/views/listOrderViews.ts";
import { ORDER_VIEWS_LIMIT, saveOrderView } from "#server/orders/views/saveOrderView.ts";
import { createTestProgram, type TestProgram } from "#tests/support/testProgram.ts";

const START = Date.parse("2026-03-01T00:00:00Z");
let stack: TestProgram;
let request: MemberRequest;
let support: MemberRequest;

beforeAll(async () => {
  stack = await createTestProgram();
  const as = async (role: "buyer" | "support"): Promise<MemberRequest> => {
    const { id, email } = await stack.addMember(role);
    return {
      ...stack.program,
      actor: { id, email, name: role, role },
      environment: "sandbox",
      requestId: randomUUID(),
    };
  };
  request = await as("buyer");
  support = await as("support");
});
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.program.db.delete(auditRecords);
  await stack.program.db.delete(orders);
});

type Given = Partial<typeof orders.$inferInsert>;
const insert = (rows: readonly Given[]) =>
  stack.program.db.insert(orders).values(
    rows.map((row) => ({
      environment: "sandbox" as const,
      externalOrderCode: randomUUID(),
      origin: "placed" as const,
      state: "completed" as const,
      currency: "EUR",
      price: 100,
      lines: [{ productId: 1, productName: "Brasserie 25", price: 100, quantity: 1, countryCode: null }],
      createdAt: START,
      updatedAt: START,
      ...row,
    })),
  );
const codesOf = ({ items }: OrdersPage) => items.map(({ externalOrderCode }) => externalOrderCode);

describe("pages of the list", () => {
  it.each<[OrderSort, string]>([
    ["newest", ""],
    ["oldest", "brasserie 25"],
    ["amount-high", "brasserie"],
    ["amount-low", ""],
  ])(
    "sorted by %s with the words “%s” neither repeat nor lose an order while others arrive",
    async (sort, q) => {
      await insert(
        Array.from({ length: 100 }, (_, n) => ({
          externalOrderCode: `old-${n}`,
          // Several at the same moment and with the same amount, so that the row decides.
          createdAt: START + Math.floor(n / 7) * MINUTE,
          price: 100 * (n % 5),
        })),
      );
      const seen: (string | null)[] = [];
      let cursor: string | undefined;
      for (let page = 0; ; page += 1) {
        const filter = { currency: "EUR", sort, take: 9, ...(q === "" ? {} : { q }) };
        const found = await listOrders(request, { ...filter, ...(cursor === undefined ? {} : { cursor }) });
        seen.push(...codesOf(found));
        if (found.nextCursor === null) break;
        cursor = found.nextCursor;
        await insert(
          [-MINUTE, 3 * MINUTE, 500 * MINUTE].map((after, n) => ({
            externalOrderCode: `new-${page}-${n}`,
            createdAt: START + after,
            price: 100 * n,
          })),
        );
      }
      expect(new Set(seen).size).toBe(seen.length);
      const old = seen.filter((code) => code?.startsWith("old-"));
      expect(new Set(old)).toEqual(new Set(Array.from({ length: 100 }, (_, n) => `old-${n}`)));
    },
  );

  it("refuse a cursor that they did not give", async () => {
    for (const cursor of ["", "x", "1.2.3", "1..00000000-0000-0000-0000-00000000000g"]) {
      await expect(listOrders(request, { take: 5, cursor })).rejects.toMatchObject({ kind: "validation" });
    }
  });

  it("lead from each order to the one before and after it in the same list", async () => {
    await insert(
      Array.from({ length: 6 }, (_, n) => ({
        externalOrderCode: `order-${n}`,
        createdAt: START + n * MINUTE,
        state: n % 2 === 0 ? ("completed" as const) : ("rejected" as const),
      })),
    );
    const state: ["completed"] = ["completed"];
    expect(await readNeighbours(request, { reference: "order-2", state })).toEqual({
      previous: "order-4",
      next: "order-0",
    });
    expect(await readNeighbours(request, { reference: "order-4", state, sort: "oldest" })).toEqual({
      previous: "order-2",
      next: null,
    });
    // The list has changed, and no longer contains the order itself.
    expect(await readNeighbours(request, { reference: "order-3", state })).toEqual({
      previous: "order-4",
      next: "order-2",
    });
    await expect(readNeighbours(request, { reference: "nowhere" })).rejects.toMatchObject({
      kind: "not-found",
    });
  });

  it("follow an order through its states and labels, at once", async () => {
    await insert([{ externalOrderCode: "moving", state: "submitting", orderId: null }]);
    const found = async (query: object) => codesOf(await listOrders(request, { take: 5, ...query }));
    await stack.program.db.update(orders).set({ state: "processing", orderId: "987654" });
    expect(await found({ state: ["submitting"] })).toEqual([]);
    expect(await found({ state: ["processing"], q: "#9876" })).toEqual(["moving"]);
    await stack.program.db.update(orders).set({ purchaseOrder: "PO-1", note: "fragile" });
    expect(await found({ purchaseOrder: "po-1", q: "frag 9876" })).toEqual(["moving"]);
    await stack.program.db.update(orders).set({ note: null });
    expect(await found({ q: "fragile" })).toEqual([]);
  });

  it("hold an order whatever its texts are", async () => {
    const words = Array.from({ length: 60_000 }, (_, n) => `word${n}`).join(" ");
    await insert([
      { externalOrderCode: "x".repeat(480), note: words, purchaseOrder: "'\\ & | !", tags: ["it's"] },
    ]);
    expect((await listOrders(request, { take: 5 })).items).toHaveLength(1);
    expect(
      (await listOrders(request, { take: 5, purchaseOrder: "'\\ & | !", tag: "it's" })).items,
    ).toHaveLength(1);
  });

  it("never keep an order from being written: what fills the index is found by less", async () => {
    // Just below what the index can hold for one order, so that the id of the order is too much.
    const note = Array.from({ length: 20_000 }, (_, n) => `w${n}`.padEnd(n < 8_400 ? 53 : 52, "x")).join(" ");
    await insert([{ externalOrderCode: "full", note, state: "submitting" }]);
    expect(codesOf(await listOrders(request, { take: 5, q: "w7".padEnd(53, "x") }))).toEqual(["full"]);
    await stack.program.db.update(orders).set({ orderId: "9".repeat(490), state: "processing" });
    expect(codesOf(await listOrders(request, { take: 5, state: ["processing"] }))).toEqual(["full"]);
  });
});

describe("the list's filters", () => {
  it("offer the members who place orders, the currencies of the ledger and the tags in use", async () => {
    await insert([
      { currency: "EUR", tags: ["b", "a"] },
      { currency: "JPY" },
      { currency: null },
      { environment: "production", currency: "USD", tags: ["c"] },
    ]);
    const { members, currencies, tags } = await readOrderFacets(support);
    expect(currencies).toEqual(["EUR", "JPY"]);
    expect(tags).toEqual(["a", "b"]);
    expect(members.map(({ id }) => id)).toEqual([request.actor.id]);
  });
});

describe("tags for several orders", () => {
  it("are added to each, audited where they are new, and never more than an order may have", async () => {
    const many = Array.from({ length: 20 }, (_, n) => `t${n}`);
    await insert([
      { externalOrderCode: "a" },
      { externalOrderCode: "b", tags: ["new"] },
      { externalOrderCode: "c", tags: many },
      { externalOrderCode: "d" },
    ]);
    const answer = await tagOrders(request, { references: ["a", "b", "c", "unknown"], tags: ["new"] });
    expect(answer).toEqual({ tagged: 1, full: ["c"] });
    const tagged = await listOrders(request, { take: 5, tag: "new" });
    expect(new Set(codesOf(tagged))).toEqual(new Set(["a", "b"]));
    const records = await stack.program.db.select().from(auditRecords);
    expect(records.filter(({ action }) => action === "order.labelled")).toMatchObject([
      { details: { tags: { from: [], to: ["new"] } }, actorId: request.actor.id },
    ]);
    await expect(tagOrders(support, { references: ["a"], tags: ["x"] })).rejects.toMatchObject({
      kind: "forbidden",
    });
  });
});

describe("an export", () => {
  it("goes through the whole list page by page, is recorded once, and a selection keeps its order", async () => {
    await insert(
      Array.from({ length: 1_003 }, (_, n) => ({
        externalOrderCode: `e-${n}`,
        createdAt: START + n,
        note: "n",
      })),
    );
    const all = { format: "csv", chosen: { filter: { q: "brasserie" } } } as const;
    const first = await exportOrders(support, exportOrdersRequestSchema.parse({ ...all, cursor: null }));
    const second = await exportOrders(
      support,
      exportOrdersRequestSchema.parse({ ...all, cursor: first.nextCursor }),
    );
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([1_000, 3, null]);
    expect(
      new Set([...first.items, ...second.items].map(({ externalOrderCode }) => externalOrderCode)).size,
    ).toBe(1_003);
    expect(first.items[0]).toMatchObject({
      externalOrderCode: "e-1002",
      products: ["1 × Brasserie 25"],
      note: "n",
    });
    const records = await stack.program.db.select().from(auditRecords);
    expect(records.filter(({ action }) => action === "orders.exported")).toMatchObject([
      { actorId: support.actor.id, details: { format: "csv", filter: { q: "brasserie" } } },
    ]);
    const chosen = { references: ["e-3", "e-900", "e-4", "e-3"] };
    const some = await exportOrders(
      request,
      exportOrdersRequestSchema.parse({ format: "xlsx", chosen, cursor: null }),
    );
    expect(some.items.map(({ externalOrderCode }) => externalOrderCode)).toEqual(["e-3", "e-900", "e-4"]);
  });
});

describe("the record of an export", () => {
  const MADE_UP = "99999999999999..ffffffff-ffff-ffff-ffff-ffffffffffff";
  const exported = async (as: MemberRequest, chosen: object, cursor: string | null) =>
    exportOrders(as, exportOrdersRequestSchema.parse({ format: "csv", chosen, cursor }));
  const recordsOf = async () => {
    const records = await stack.program.db.select().from(auditRecords);
    return records.filter(({ action }) => action === "orders.exported");
  };

  it("cannot be left out by a cursor that was made up", async () => {
    await insert([{ externalOrderCode: "e-1" }, { externalOrderCode: "e-2" }]);
    const { items } = await exported(support, { filter: {} }, MADE_UP);
    expect(items).toHaveLength(2);
    expect(await recordsOf()).toMatchObject([{ actorId: support.actor.id, details: { filter: {} } }]);
    for (const time of [1, 2]) {
      const some = await exported(support, { references: ["e-1", "e-2"] }, MADE_UP);
      expect(some.items).toHaveLength(2);
      expect(await recordsOf()).toHaveLength(1 + time);
    }
  });

  it("is that of the same member, filter and format, and of the last hour", async () => {
    await insert([{ externalOrderCode: "e-1" }]);
    const brasserie = { filter: { q: "brasserie" } };
    await exported(support, brasserie, null);
    await exported(support, brasserie, MADE_UP);
    expect(await recordsOf()).toHaveLength(1);
    await exported(request, brasserie, MADE_UP);
    await exported(support, { filter: {} }, MADE_UP);
    await exported({ ...support, environment: "production" }, brasserie, MADE_UP);
    expect(await recordsOf()).toHaveLength(4);
    const later = { ...support, clock: { now: () => stack.now() + HOUR } };
    await exported(later, brasserie, MADE_UP);
    expect(await recordsOf()).toHaveLength(5);
  });

  it("is not made of a cursor that is refused", async () => {
    await expect(exported(support, { filter: {} }, "x")).rejects.toMatchObject({ kind: "validation" });
    expect(await recordsOf()).toEqual([]);
  });
});

describe("views of the list", () => {
  it("belong to one member, have unlike names, and are renamed, replaced and deleted", async () => {
    await saveOrderView(request, { name: "Mine", query: "tab=completed&q=+gift+&nonsense=1" });
    const { views } = await listOrderViews(request);
    expect(views).toMatchObject([{ name: "Mine", query: "q=gift&tab=completed" }]);
    const viewId = views[0]?.id ?? "";
    expect(await listOrderViews(support)).toEqual({ views: [] });
    await expect(saveOrderView(request, { name: "MINE", query: "q=x" })).rejects.toMatchObject({
      kind: "conflict",
      details: { fields: { name: expect.any(String) } },
    });
    await expect(saveOrderView(request, { name: "All", query: "" })).rejects.toMatchObject({
      kind: "validation",
    });
    await expect(changeOrderView(support, { viewId, name: "Theirs" })).rejects.toMatchObject({
      kind: "not-found",
    });
    await deleteOrderView(support, { viewId });
    const changed = await changeOrderView(request, { viewId, name: "mine", query: "period=7-days" });
    expect(changed.views).toMatchObject([{ id: viewId, name: "mine", query: "period=7-days" }]);
    expect(await deleteOrderView(request, { viewId })).toEqual({ views: [] });
  });

  it("are at most as many as a menu can show", async () => {
    for (let n = 0; n < ORDER_VIEWS_LIMIT; n += 1)
      await saveOrderView(support, { name: `v${n}`, query: "q=a" });
    await expect(saveOrderView(support, { name: "one more", query: "q=a" })).rejects.toMatchObject({
      kind: "conflict",
    });
  });
});
