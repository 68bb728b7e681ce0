import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DELETE as takeBackRoute } from "#app/api/codes/hand-outs/[handOutId]/route.ts";
import { POST as takeRoute } from "#app/api/codes/hand-outs/route.ts";
import { GET as historyRoute } from "#app/api/codes/stock/[productId]/history/route.ts";
import { POST as revealRoute } from "#app/api/orders/[reference]/codes/route.ts";
import { handOutsSchema } from "#lib/contracts/codes/handOut.ts";
import { stockHistorySchema } from "#lib/contracts/codes/stockHistory.ts";
import { SECOND } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Member } from "#tests/support/testProgram.ts";
import { createCodesWorld, type CodesWorld } from "./codesWorld.ts";

let world: CodesWorld;
let buyer: Member;
let viewer: Member;
beforeAll(async () => {
  world = await createCodesWorld();
  buyer = await world.stack.addMember("buyer", "Bea");
  viewer = await world.stack.addMember("viewer", "Vera");
});
afterAll(() => world.close());

const lineOf = (productId: number, quantity: number) => ({
  productId,
  productName: `Streamly ${productId}`,
  price: 1_000,
  quantity,
  countryCode: null,
});

async function delivered(
  cookie: string,
  lines: readonly ReturnType<typeof lineOf>[],
  pins: readonly { pin: string; productId?: number }[],
) {
  const reference = await world.deliveredOrder(cookie, [...pins], "pins-as-strings");
  await world.stack.program.db
    .update(orders)
    .set({ lines: [...lines] })
    .where(eq(orders.externalOrderCode, reference));
  return reference;
}

async function historyOf(cookie: string, productId: number) {
  const { json } = await world.stack.call(historyRoute, { cookie, params: { productId: String(productId) } });
  return stockHistorySchema.parse(json);
}

describe("the history of the codes of a product", () => {
  it("says which came, and who did what with how many of which order, the latest first, without a code", async () => {
    let cookie = await world.stack.signIn(buyer);
    const reference = await delivered(cookie, [lineOf(801, 2)], [{ pin: "PAST-1" }, { pin: "PAST-2" }]);
    cookie = await world.stack.signIn(buyer);
    const body = { productId: 801, customerReference: "C-7", takeId: randomUUID() };
    const taken = await world.stack.call(takeRoute, { method: "POST", cookie, body });
    const [item] = handOutsSchema.parse(taken.json).items;
    world.stack.advance(SECOND);
    await world.stack.call(revealRoute, { method: "POST", cookie, params: { reference }, body: {} });
    world.stack.advance(SECOND);
    const seen = await historyOf(await world.stack.signIn(viewer), 801);
    expect(seen.productName).toBe("Streamly 801");
    expect(seen.items.map(({ event, count, order, by }) => [event, count, order, by])).toEqual([
      ["revealed", 2, reference, "Bea"],
      ["handed-out", 1, reference, "Bea"],
      ["came", 2, reference, null],
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/PAST|C-7/);

    await world.stack.call(takeBackRoute, {
      method: "DELETE",
      cookie,
      params: { handOutId: item?.id ?? "" },
    });
    expect((await historyOf(cookie, 801)).items.map(({ event }) => event)).toEqual([
      "taken-back",
      "revealed",
      "came",
    ]);
  });

  it("does not count codes of other products as its own, and says where that is not known", async () => {
    let cookie = await world.stack.signIn(buyer);
    const reference = await delivered(
      cookie,
      [lineOf(802, 1), lineOf(803, 1)],
      [
        { pin: "BOTH-1", productId: 802 },
        { pin: "BOTH-2", productId: 803 },
      ],
    );
    cookie = await world.stack.signIn(buyer);
    await world.stack.call(revealRoute, { method: "POST", cookie, params: { reference }, body: {} });
    const { items } = await historyOf(cookie, 802);
    expect(items.find(({ event }) => event === "revealed")).toMatchObject({ count: 2, isOfSeveral: true });
    expect(items.filter(({ event }) => event === "came").every(({ count }) => count === 1)).toBe(true);
    expect((await historyOf(cookie, 804)).items).toEqual([]);
  });
});
