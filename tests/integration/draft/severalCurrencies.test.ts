import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { OrderDraft, OrderDraftView, PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import { drafts, orderedDraftLines, orders } from "#server/db/schema/orders.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { saveDraft } from "#server/orders/drafts/saveDraft.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";

const listingSchema = z.object({
  items: z.array(
    z.object({
      id: z.int(),
      currencyCode: z.string(),
      denominationType: z.string().nullish(),
      brand: z.unknown(),
    }),
  ),
});

let world: OrderWorld;
let euros: number;
let dollars: number;
beforeAll(async () => {
  world = await createOrderWorld();
  euros = await scenario(world.sandbox, "slow");
  const answer = await fetch(`${world.sandbox.url}/catalog/products?take=100`, {
    headers: { "x-api-key": world.sandbox.key },
  });
  const { items } = listingSchema.parse(await answer.json());
  const found = items.find((item) => item.currencyCode !== "EUR" && item.denominationType !== "open");
  if (found === undefined) throw new Error("the sandbox has no fixed product in another currency");
  dollars = found.id;
  other = found.currencyCode;
});
beforeEach(async () => {
  await world.database.db.delete(drafts);
});
afterAll(() => world.close());

let other = "";
const line = (productId: number, quantity: string): OrderDraft["lines"][number] => ({
  id: randomUUID(),
  productId,
  amount: "",
  quantity,
  countryCode: "",
});

/** A draft with a line in each of two currencies, and its two confirmations. */
async function twoOrders(code = "") {
  const { id, version } = await readDraft(world.request);
  const lines = [line(euros, "2"), line(dollars, "3")];
  const view = await saveDraft(world.request, {
    id,
    version,
    draft: { ...EMPTY_DRAFT, externalOrderCode: code, note: "n", tags: "a", lines },
  });
  return { view, confirmations: [confirm(view, 0, "EUR", code), confirm(view, 1, other, code)] as const };
}

function confirm(
  { id, version, draft }: OrderDraftView,
  index: number,
  currency: string,
  code: string,
): PlaceOrderRequest {
  const { id: lineId = "", productId = 0, quantity = "" } = draft.lines[index] ?? {};
  return {
    currency,
    confirmationId: randomUUID(),
    ...(code === "" ? {} : { externalOrderCode: `${code}-${currency}` }),
    note: "n",
    tags: ["a"],
    draft: { id, version },
    lines: [{ productId, quantity: Number(quantity), lineId }],
  };
}

const atTheService = async () => {
  const held: unknown = await world.sandbox.control("GET", "orders");
  return Array.isArray(held) ? held.length : Number.NaN;
};
const draftNow = async () => (await readDraft(world.request)).draft;

describe("a draft with two currencies", () => {
  it("makes an order of each with its own reference; the typed one gets the currency and is used up by the last", async () => {
    const code = `PO-${randomUUID()}`;
    const { view, confirmations } = await twoOrders(code);
    const first = await placeOrder(world.request, confirmations[0]);
    expect(first).toMatchObject({ externalOrderCode: `${code}-EUR`, currency: "EUR", tags: ["a"] });
    expect(await draftNow()).toMatchObject({ externalOrderCode: code, note: "n", tags: "a" });
    expect((await draftNow()).lines).toEqual([view.draft.lines[1]]);
    const second = await placeOrder(world.request, confirmations[1]);
    expect(second).toMatchObject({ externalOrderCode: `${code}-${other}`, currency: other, lineCount: 1 });
    expect(await draftNow()).toEqual(EMPTY_DRAFT);
  });

  it("loses and doubles nothing when everything stops between the two orders", async () => {
    const { view, confirmations } = await twoOrders();
    const before = await atTheService();
    const first = await placeOrder(world.request, confirmations[0]);
    // The browser has gone. The other line is still in the draft, and the same confirmations make the same orders.
    expect((await draftNow()).lines).toEqual([view.draft.lines[1]]);
    expect((await placeOrder(world.request, confirmations[0])).externalOrderCode).toBe(
      first.externalOrderCode,
    );
    expect(await atTheService()).toBe(before + 1);
    await placeOrder(world.request, confirmations[1]);
    expect(await atTheService()).toBe(before + 2);
    expect((await draftNow()).lines).toEqual([]);
  });

  it("loses and doubles nothing when the program dies while it sends the second order", async () => {
    const { confirmations } = await twoOrders();
    const before = await atTheService();
    await placeOrder(world.request, confirmations[0]);
    const client = world.program.services.sandbox;
    if (client === undefined) throw new Error("no client");
    const dies = { ...client, placeOrder: () => Promise.reject(new Error("the process died here")) };
    const request = { ...world.request, services: { sandbox: dies } };
    expect((await placeOrder(request, confirmations[1])).state).toBe("submitting");
    expect((await draftNow()).lines).toEqual([]);
    await world.advance(60_000);
    await world.work();
    await world.advance(60_000);
    await world.work();
    expect(await atTheService()).toBe(before + 2);
    const rows = await world.database.db.select().from(orderedDraftLines);
    const ids = new Set(rows.map(({ orderRow }) => orderRow));
    const states = (await world.database.db.select().from(orders)).filter(({ id }) => ids.has(id));
    expect(states.every(({ state }) => state !== "submitting")).toBe(true);
  });

  it("keeps the order that was placed when the other one is rejected, whose line is back to be corrected", async () => {
    const { id, version } = await readDraft(world.request);
    const bad = await scenario(world.sandbox, "unavailable");
    const lines = [line(dollars, "1"), line(bad, "1")];
    const view = await saveDraft(world.request, { id, version, draft: { ...EMPTY_DRAFT, lines } });
    const good = confirm(view, 0, other, "");
    await expect(placeOrder(world.request, confirm(view, 1, "EUR", ""))).rejects.toMatchObject({
      kind: "rejected",
    });
    expect((await placeOrder(world.request, good)).state).toBe("processing");
    expect((await draftNow()).lines).toEqual([lines[1]]);
  });

  it("makes one order of each, however many tabs confirm both at the same moment", async () => {
    const { view } = await twoOrders();
    const before = await atTheService();
    const instances = [world.request, { ...world.request, ...world.instance() }];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, (_, index) => {
        const request = instances[index % 2] ?? world.request;
        const second = index % 4 >= 2;
        return placeOrder(request, confirm(view, second ? 1 : 0, second ? other : "EUR", ""));
      }),
    );
    const placed = outcomes.flatMap((each) => (each.status === "fulfilled" ? each.value.currency : []));
    expect(placed).toHaveLength(2);
    expect(new Set(placed)).toEqual(new Set(["EUR", other]));
    expect(await atTheService()).toBe(before + 2);
    for (const each of outcomes) {
      if (each.status === "rejected") {
        expect(each.reason).toMatchObject({ kind: "conflict", details: { conflict: "lines-ordered" } });
      }
    }
    expect((await draftNow()).lines).toEqual([]);
  });
});
