import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import type { OrderDraftView, PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { drafts, orders } from "#server/db/schema/orders.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { confirm, createOrderDraftWorld, errorOf } from "./orderDraftWorld.ts";

const world = await createOrderDraftWorld();
const { productId, line, saveLines } = world;
beforeEach(async () => {
  await world.database.db.delete(drafts);
});
afterAll(() => world.close());

describe("a draft of an order's lines", () => {
  it("says until when the service may still deliver missing codes", async () => {
    const placed = await placeOrder(world.request, confirm(await saveLines(line("4"))));
    await world.advance(10_000);
    await world.work();
    const origin = placed.externalOrderCode ?? "";
    const view = await openDraft(world.request, { origin, lines: [line("1")] });
    const until = Date.parse(view.origin?.mayDeliverUntil ?? "");
    expect(until).toBeGreaterThan(world.now() + 23 * 60 * MINUTE);
    await world.advance(25 * 60 * MINUTE);
    expect((await readDraft(world.request, { id: view.id })).origin).toEqual({
      reference: origin,
      boughtNothing: false,
      doubt: null,
      mayDeliverUntil: null,
      rejection: null,
      decline: null,
    });
  });

  it("says of a draft's order what it may have bought already, as it is by now", async () => {
    const placed = await placeOrder(world.request, confirm(await saveLines(line("4"))));
    const origin = placed.externalOrderCode ?? "";
    const { id } = await openDraft(world.request, { origin, lines: [line("4")] });
    const doubtIn = async (state: OrderState, delivered: number | null = null, isPolled = false) => {
      const by = eq(orders.externalOrderCode, origin);
      const nextActionAt = isPolled ? world.now() : null;
      await world.database.db.update(orders).set({ state, delivered, nextActionAt }).where(by);
      return (await readDraft(world.request, { id })).origin?.doubt;
    };
    expect(await doubtIn("closed")).toBe("outcome_unknown");
    expect(await doubtIn("processing")).toBe("in_progress");
    expect(await doubtIn("completed", 4)).toBe("delivered");
    expect(await doubtIn("completed", 3)).toBeNull();
    expect(await doubtIn("undelivered", 0)).toBeNull();
    expect(await doubtIn("not_placed", null, true)).toBe("being_checked");
    expect(await doubtIn("not_placed")).toBeNull();
  });
});

describe("missing codes of an order", () => {
  it("are asked about before they are ordered again, by whoever and however much later", async () => {
    const noor = await world.join("buyer", "Noor");
    const first = await placeOrder(world.request, { ...confirm(await saveLines(line("4"))) });
    const origin = first.externalOrderCode ?? "";
    const drafted = (member: typeof noor) => openDraft(member, { origin, lines: [line("3")] });
    const [own, hers] = [await drafted(world.request), await drafted(noor)];
    const checkOf = ({ id, draft }: OrderDraftView, member = noor) =>
      preflightOrder(member, { currency: "EUR", draftId: id, lines: confirm(hers, draft.lines).lines });
    expect((await checkOf(hers)).recentOrder).toBeNull();
    const again = await placeOrder(world.request, confirm(own));
    expect(again.follows).toBe(origin);
    await world.advance(60 * MINUTE);
    const recentOrder = {
      reference: again.externalOrderCode,
      placedBy: "Bea Buyer",
      at: again.createdAt,
      reorders: origin,
    };
    expect((await checkOf(hers)).recentOrder).toEqual(recentOrder);
    const error = await errorOf(placeOrder(noor, confirm(hers)));
    expect(error).toMatchObject({ kind: "conflict", details: { conflict: "recent-order", recentOrder } });
    const acknowledgeRecent = again.externalOrderCode ?? "";
    await placeOrder(noor, confirm(hers, hers.draft.lines, { acknowledgeRecent }));
  });

  it("are asked about in however many parts the others were ordered since", async () => {
    const first = await placeOrder(world.request, confirm(await saveLines(line("6"))));
    const origin = first.externalOrderCode ?? "";
    const again = await placeOrder(
      world.request,
      confirm(await openDraft(world.request, { origin, lines: [line("1")] })),
    );
    const [row] = await world.database.db
      .select()
      .from(orders)
      .where(eq(orders.externalOrderCode, again.externalOrderCode ?? ""));
    if (row === undefined) throw new Error("the order is not in the ledger");
    const parts = Array.from({ length: 60 }, (_, part) => ({
      ...row,
      id: randomUUID(),
      confirmationId: randomUUID(),
      externalOrderCode: `part-${part}-of-${origin}`.slice(0, 60),
      orderId: null,
      lines: row.lines.map((each) => ({ ...each, productId: each.productId + 1 })),
      nextActionAt: null,
      createdAt: row.createdAt + 1 + part,
    }));
    await world.database.db.insert(orders).values(parts);
    const input = confirm(await openDraft(world.request, { origin, lines: [line("1")] }));
    const error = await errorOf(placeOrder(world.request, input));
    expect(error.details.recentOrder).toMatchObject({ reference: again.externalOrderCode, reorders: origin });
  });

  it("are asked about once more where the same lines were ordered since, also from elsewhere", async () => {
    const asking = { ...world.request, recentOrderMs: 10 * MINUTE };
    const first = await placeOrder(world.request, { ...confirm(await saveLines(line("7"))) });
    const origin = first.externalOrderCode ?? "";
    const drafted = await openDraft(world.request, { origin, lines: [line("2")] });
    const again = await placeOrder(world.request, confirm(drafted));
    await world.advance(60 * MINUTE);
    const acknowledgeRecent = again.externalOrderCode ?? "";
    const elsewhere = await placeOrder(asking, confirm(await saveLines(line("2"))));
    const third = await openDraft(world.request, { origin, lines: [line("2")] });
    const input = confirm(third);
    const error = await errorOf(placeOrder(asking, { ...input, acknowledgeRecent }));
    expect(error.details.recentOrder).toMatchObject({ reference: elsewhere.externalOrderCode });
    const seen = { acknowledgeRecent: elsewhere.externalOrderCode ?? "" };
    expect(await placeOrder(asking, { ...input, ...seen })).toMatchObject({ follows: origin });
  });

  it("are ordered once of two members who confirm at the same moment", async () => {
    const noor = await world.join("buyer", "Noor Two");
    const first = await placeOrder(world.request, { ...confirm(await saveLines(line("5"))) });
    const origin = first.externalOrderCode ?? "";
    const views = await Promise.all(
      [world.request, noor].map(async (member) => ({
        member,
        view: await openDraft(member, { origin, lines: [line("2")] }),
      })),
    );
    const results = await Promise.allSettled(
      views.map(({ member, view }) => placeOrder(member, confirm(view))),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("are not asked about where another line of the same open product was ordered, and are where it was this one", async () => {
    const open = await scenario(world.sandbox, "awkward-amount");
    const noor = await world.join("buyer", "Noor Three");
    const lines = [line("2", open), { ...line("3", open), amount: "35.00" }];
    const amounts = new Map(lines.map(({ amount }) => [amount, Math.round(Number(amount) * 100)]));
    const input = (view: OrderDraftView, chosen: OrderDraftView["draft"]["lines"]): PlaceOrderRequest => {
      const confirmed = confirm(view, chosen);
      const priced = confirmed.lines.map((each, index) => ({
        ...each,
        price: amounts.get(chosen[index]?.amount ?? "") ?? 0,
      }));
      return { ...confirmed, lines: priced };
    };
    const view = await saveLines(...lines);
    const placed = await placeOrder(world.request, input(view, view.draft.lines));
    const origin = placed.externalOrderCode ?? "";
    const again = () => lines.map((each) => ({ ...each, id: randomUUID() }));
    const draft = await openDraft(world.request, { origin, lines: again() });
    const hers = await openDraft(noor, { origin, lines: again() });
    const [tens, thirtyFives] = draft.draft.lines.map((each) => [each]);
    const recentOf = async (member: typeof noor, { id }: OrderDraftView, chosen = tens ?? []) => {
      const asked = input(draft, chosen).lines.map(({ lineId: _id, ...each }) => each);
      return (await preflightOrder(member, { currency: "EUR", draftId: id, lines: asked })).recentOrder;
    };
    const first = await placeOrder(world.request, input(draft, tens ?? []));
    expect(await recentOf(world.request, draft, thirtyFives)).toBeNull();
    expect(await recentOf(noor, hers, tens)).toMatchObject({ reference: first.externalOrderCode });
    // An amount that the order did not have may stand for either.
    const other = [{ ...line("1", open), amount: "60.00" }];
    amounts.set("60.00", 6_000);
    expect(await recentOf(noor, hers, other)).toMatchObject({ reference: first.externalOrderCode });
    const second = await placeOrder(world.request, input(draft, thirtyFives ?? []));
    expect(second).toMatchObject({ follows: origin, price: 3 * 3_500 });
    const both = await recentOf(noor, hers, [...(tens ?? []), ...(thirtyFives ?? [])]);
    expect(both).toMatchObject({ reference: second.externalOrderCode });
  });

  it("are not asked about where nothing was bought, or other products are ordered", async () => {
    const other = await scenario(world.sandbox, "price-moves");
    const first = await placeOrder(world.request, { ...confirm(await saveLines(line("6"))) });
    const origin = first.externalOrderCode ?? "";
    const { id } = await openDraft(world.request, { origin, lines: [line("1")] });
    const again = await placeOrder(world.request, confirm(await readDraft(world.request, { id })));
    const recentOf = async (product: number) => {
      const lines = [{ productId: product, quantity: 1 }];
      return (await preflightOrder(world.request, { currency: "EUR", draftId: id, lines })).recentOrder;
    };
    expect([await recentOf(productId), await recentOf(other)]).toEqual([expect.anything(), null]);
    const ofAgain = eq(orders.externalOrderCode, again.externalOrderCode ?? "");
    const notPlaced = (nextActionAt: number | null) =>
      world.database.db.update(orders).set({ state: "not_placed", nextActionAt }).where(ofAgain);
    // As long as a poll may still find it, that is not certain.
    await notPlaced(world.now());
    expect(await recentOf(productId)).toMatchObject({ reference: again.externalOrderCode });
    await notPlaced(null);
    expect(await recentOf(productId)).toBeNull();
  });
});
