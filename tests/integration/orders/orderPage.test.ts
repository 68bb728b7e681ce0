import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { DAY, HOUR, MINUTE } from "#lib/time/instant.ts";
import { members } from "#server/db/schema/members.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";
import { checkOrder } from "#server/orders/verbs/checkOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { readNotifications, saveNotifications } from "#server/settings/notifications.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld();
});
afterAll(() => world.close());

async function order(behaviour: Parameters<typeof scenario>[1], quantity = 8): Promise<OrderView> {
  const productId = await scenario(world.sandbox, behaviour);
  const lines = [{ productId, quantity }];
  return placeOrder(world.request, confirmation(productId, { lines }));
}

const read = (reference: string) => readOrder(world.request, { reference });

describe("what the page of an order gets", () => {
  it("is from when on the order may be checked: exactly then a check is made", async () => {
    const { externalOrderCode, checkableAt } = await order("slow");
    const reference = externalOrderCode ?? "";
    const wait = Date.parse(checkableAt) - world.now();
    expect(wait).toBeGreaterThan(0);
    await expect(checkOrder(world.request, { reference })).rejects.toMatchObject({ kind: "too-early" });
    await world.advance(wait);
    const checked = await checkOrder(world.request, { reference });
    expect(checked.lastLookAt).not.toBeNull();
    expect(Date.parse(checked.checkableAt) - world.now()).toBeGreaterThan(50_000);
  });

  it("is until when a partial order is checked for the rest, and no longer once the day is over", async () => {
    const placed = await order("partial");
    const reference = placed.externalOrderCode ?? "";
    expect(placed.recheckUntil).toBeNull();
    await world.advance(HOUR);
    await world.work();
    const partial = await read(reference);
    expect(partial).toMatchObject({ state: "partial", delivered: 6, ordered: 8 });
    expect(Date.parse(partial.recheckUntil ?? "") - world.now()).toBeGreaterThan(DAY - MINUTE);
    await world.advance(DAY + HOUR);
    await world.work();
    expect(await read(reference)).toMatchObject({ recheckUntil: null, nextLookAt: null });
  });

  it("is which order its lines came from, and of that one which order has its missing lines", async () => {
    const placed = await order("partial");
    const reference = placed.externalOrderCode ?? "";
    await world.advance(HOUR);
    await world.work();
    const [line] = (await read(reference)).lines;
    if (line === undefined) throw new Error("no line");
    const typed = { id: randomUUID(), productId: line.productId, amount: "", quantity: "2", countryCode: "" };
    const draft = await openDraft(world.request, { origin: reference, lines: [typed] });
    const rest = await placeOrder(
      world.request,
      confirmation(line.productId, {
        lines: [{ productId: line.productId, quantity: 2, lineId: typed.id }],
        draft: { id: draft.id, version: draft.version },
      }),
    );
    expect(await read(rest.externalOrderCode ?? "")).toMatchObject({ follows: reference, followedBy: [] });
    const { follows, followedBy } = await read(reference);
    expect([follows, followedBy.map((each) => each.reference)]).toEqual([null, [rest.externalOrderCode]]);
  });

  it("is whether the member wants a notification, which is theirs alone", async () => {
    const [other] = await world.program.db
      .insert(members)
      .values({
        email: "other@partner.example",
        name: "Otto Other",
        role: "support",
        createdAt: world.now(),
        updatedAt: world.now(),
      })
      .returning();
    if (other === undefined) throw new Error("no member");
    expect(await readNotifications(world.request)).toEqual({ whenReady: false });
    await saveNotifications(world.request, { whenReady: true });
    expect(await readNotifications(world.request)).toEqual({ whenReady: true });
    const { id, email, name, role } = other;
    expect(await readNotifications(world.as({ id, email, name, role }))).toEqual({ whenReady: false });
  });

  it("grows in its revision with every change of what is known", async () => {
    const { externalOrderCode, revision } = await order("slow");
    await world.advance(HOUR);
    await world.work();
    expect((await read(externalOrderCode ?? "")).revision).toBeGreaterThan(revision);
  });
});
