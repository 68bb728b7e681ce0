import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ordersQuerySchema } from "#lib/contracts/orders/order.ts";
import { TAGS_LIMIT } from "#lib/contracts/orders/orderTags.ts";
import { placeOrderRequestSchema } from "#lib/contracts/orders/placeOrder.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { orders } from "#server/db/schema/orders.ts";
import { labelOrder } from "#server/orders/verbs/labelOrder.ts";
import { listOrders } from "#server/orders/verbs/listOrders.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";

let world: OrderWorld;
let productId: number;
beforeAll(async () => {
  world = await createOrderWorld();
  productId = await scenario(world.sandbox, "slow");
});
afterAll(() => world.close());

const place = (more: object) =>
  placeOrder(world.request, placeOrderRequestSchema.parse({ ...confirmation(productId), ...more }));
const found = async (query: Record<string, string>) =>
  (await listOrders(world.request, ordersQuerySchema.parse(query))).items.map(
    (item) => item.externalOrderCode,
  );

describe("purchase order, note and tags", () => {
  it("stay with the order, tags normalised, and never reach the service", async () => {
    const note = `note ${randomUUID()}`;
    const order = await place({
      note,
      purchaseOrder: "PO-2026/7",
      tags: [" Summer  PARTY ", "summer party", "Été"],
    });
    expect(order).toMatchObject({ note, purchaseOrder: "PO-2026/7", tags: ["summer party", "été"] });
    const sent = await world.received(order.externalOrderCode ?? "");
    expect(sent).toHaveLength(1);
    const body = Buffer.from(sent[0]?.body ?? "", "base64").toString();
    expect(body).toContain(`"productId":${productId}`);
    for (const secret of [note, "PO-2026/7", "party"]) expect(body).not.toContain(secret);
  });

  it("find the order: by filter exactly, by text from the beginning of a word on", async () => {
    // No generated reference contains the letter O, so none begins with the searched words.
    const order = await place({ note: "for Otto", purchaseOrder: "Find-Me 7", tags: ["zebra crossing"] });
    const code = order.externalOrderCode;
    expect(await found({ tag: "Zebra  Crossing" })).toEqual([code]);
    expect(await found({ tag: "zebra" })).toEqual([]);
    expect(await found({ purchaseOrder: "find-me 7" })).toEqual([code]);
    expect(await found({ purchaseOrder: "find-me" })).toEqual([]);
    for (const q of ["zebra", "FIND-ME", "ot", "otto 7"]) expect(await found({ q })).toEqual([code]);
    expect(await found({ q: "100%" })).toEqual([]);
  });

  it("can be changed afterwards, which is recorded with what they were; nothing else of the order changes", async () => {
    const order = await place({ purchaseOrder: "old", tags: ["a"] });
    const reference = order.externalOrderCode ?? "";
    const rowOf = async () =>
      (await world.program.db.select().from(orders).where(eq(orders.externalOrderCode, reference)))[0];
    const before = await rowOf();
    const change = { reference, purchaseOrder: " new ", note: "", tags: ["a", "b"] };
    const after = await labelOrder(world.request, change);
    expect(after).toMatchObject({ purchaseOrder: "new", note: null, tags: ["a", "b"], canLabel: true });
    const labelled = () =>
      world.program.db
        .select()
        .from(auditRecords)
        .where(and(eq(auditRecords.orderRow, before?.id ?? ""), eq(auditRecords.action, "order.labelled")));
    const record = {
      actorId: world.request.actor.id,
      details: { purchaseOrder: { from: "old", to: "new" }, tags: { from: ["a"], to: ["a", "b"] } },
    };
    expect(await labelled()).toMatchObject([record]);
    expect(await rowOf()).toEqual({
      ...before,
      purchaseOrder: "new",
      tags: ["a", "b"],
      updatedAt: expect.any(Number),
    });
    // The same again is no change.
    await labelOrder(world.request, change);
    expect(await labelled()).toHaveLength(1);
  });

  it("are changed one by one: what is left out stays as it is", async () => {
    const order = await place({ purchaseOrder: "PO 1", note: "first", tags: ["a"] });
    const reference = order.externalOrderCode ?? "";
    await labelOrder(world.request, { reference, tags: ["b"] });
    await labelOrder(world.request, { reference, note: "second" });
    const after = await labelOrder(world.request, { reference, purchaseOrder: "" });
    expect(after).toMatchObject({ purchaseOrder: null, note: "second", tags: ["b"] });
  });

  it("keep the tags that several members add and remove at once, each without the changes of the others", async () => {
    const order = await place({ tags: ["a", "b"] });
    const reference = order.externalOrderCode ?? "";
    await Promise.all([
      labelOrder(world.request, { reference, addTags: ["c"], removeTags: ["a"] }),
      labelOrder(world.request, { reference, addTags: ["d", "b"] }),
      labelOrder(world.request, { reference, note: "kept" }),
    ]);
    const after = await labelOrder(world.request, { reference, removeTags: ["never there"] });
    expect(after).toMatchObject({ tags: expect.arrayContaining(["b", "c", "d"]), note: "kept" });
    expect(after.tags).toHaveLength(3);
  });

  it("are refused when an order would have too many tags, with those that others have added meanwhile", async () => {
    const tags = Array.from({ length: TAGS_LIMIT - 1 }, (_, index) => `t${index}`);
    const order = await place({ tags });
    const reference = order.externalOrderCode ?? "";
    await labelOrder(world.request, { reference, addTags: ["one"] });
    await expect(labelOrder(world.request, { reference, addTags: ["two"], note: "x" })).rejects.toMatchObject(
      {
        kind: "validation",
        details: { fields: { tags: expect.stringContaining(`at most ${TAGS_LIMIT}`) } },
      },
    );
    const after = await labelOrder(world.request, { reference, addTags: ["two"], removeTags: ["one"] });
    expect(after).toMatchObject({ tags: [...tags, "two"], note: null });
  });

  it("are not lost when the order is worked on meanwhile", async () => {
    const order = await place({});
    const reference = order.externalOrderCode ?? "";
    await world.advance(10 * 60_000);
    const [labels] = await Promise.all([
      labelOrder(world.request, { reference, purchaseOrder: "kept", note: "kept too", tags: [] }),
      world.work(),
    ]);
    expect(labels.purchaseOrder).toBe("kept");
    const [row] = await world.program.db.select().from(orders).where(eq(orders.externalOrderCode, reference));
    expect(row).toMatchObject({ purchaseOrder: "kept", note: "kept too", state: "completed" });
  });

  it("are changed by nobody who may not place orders, and hold nothing that cannot be kept", async () => {
    const order = await place({});
    const input = { reference: order.externalOrderCode ?? "", purchaseOrder: "x", note: "", tags: [] };
    const support = world.as({ ...world.request.actor, role: "support" });
    await expect(labelOrder(support, input)).rejects.toMatchObject({ kind: "forbidden" });
    await expect(labelOrder(world.request, { ...input, note: "\0" })).rejects.toMatchObject({
      kind: "validation",
      details: { fields: { note: expect.any(String) } },
    });
  });
});
