import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  DELETE as takeBackRoute,
  PATCH as disputeRoute,
} from "#app/api/codes/hand-outs/[handOutId]/route.ts";
import { POST as takeRoute } from "#app/api/codes/hand-outs/route.ts";
import { GET as stockRoute } from "#app/api/codes/stock/route.ts";
import { handOutsSchema, type HandOut } from "#lib/contracts/codes/handOut.ts";
import { stockSchema } from "#lib/contracts/codes/stock.ts";
import { TAKEN_BACK_WITHIN } from "#server/codes/handOut/takeBackHandOut.ts";
import { SECOND } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Answer, Member } from "#tests/support/testProgram.ts";
import { createCodesWorld, type CodesWorld } from "./codesWorld.ts";

let world: CodesWorld;
let buyer: Member;
let other: Member;
let admin: Member;
let cookie: string;
let productId = 500;
beforeAll(async () => {
  world = await createCodesWorld();
  buyer = await world.stack.addMember("buyer", "Bea");
  other = await world.stack.addMember("buyer", "Ben");
  admin = await world.stack.addMember("admin", "Ada");
});
afterAll(() => world.close());

/** Two codes of a product of their own, which are left. */
async function stocked(): Promise<void> {
  productId += 1;
  cookie = await world.stack.signIn(buyer);
  const products = [0, 1].map((at) => ({ pin: `BACK-${productId}-${at}` }));
  const reference = await world.deliveredOrder(cookie, products, "pins-as-strings");
  const lines = [{ productId, productName: "Streamly", price: 1_000, quantity: 2, countryCode: null }];
  await world.stack.program.db.update(orders).set({ lines }).where(eq(orders.externalOrderCode, reference));
  cookie = await world.stack.signIn(buyer);
}

function take(body: object = {}): Promise<Answer> {
  const asked = { productId, customerReference: "C-1", takeId: randomUUID(), ...body };
  return world.stack.call(takeRoute, { method: "POST", cookie, body: asked });
}

async function taken(body: object = {}): Promise<HandOut[]> {
  const answer = await take(body);
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return handOutsSchema.parse(answer.json).items;
}

function takeBack([handOut]: readonly HandOut[], by = cookie): Promise<Answer> {
  return world.stack.call(takeBackRoute, {
    method: "DELETE",
    cookie: by,
    params: { handOutId: handOut?.id ?? "" },
  });
}

async function stock() {
  const { json } = await world.stack.call(stockRoute, { cookie });
  return stockSchema.parse(json).items.find((item) => item.productId === productId);
}

describe("taking back a hand-out", () => {
  it("leaves the code as revealed and never as untouched, and is recorded with its customer", async () => {
    await stocked();
    const items = await taken();
    expect(items[0]?.takeBackUntil).not.toBeNull();
    expect((await takeBack(items)).status).toBe(204);
    expect(await stock()).toMatchObject({ delivered: 2, handedOut: 0, untouched: 1, revealed: 1 });
    expect((await world.recorded("codes.hand-out-taken-back")).at(-1)).toMatchObject({
      actorId: buyer.id,
      details: { count: 1, customerReference: "C-1" },
    });
    expect((await takeBack(items)).status).toBe(404);
    // The other one comes first, and the one that was seen only if that is accepted.
    expect((await taken()).map(({ fields }) => fields?.pin)).toEqual([`BACK-${productId}-1`]);
    expect((await take()).json).toMatchObject({ exposed: { revealed: 1 } });
    expect((await taken({ exposed: 1 })).map(({ fields }) => fields?.pin)).toEqual([`BACK-${productId}-0`]);
  });

  it("is for who made it and for who manages the team", async () => {
    await stocked();
    const items = await taken({ count: 2 });
    expect((await takeBack(items, await world.stack.signIn(other))).status).toBe(403);
    expect(await stock()).toMatchObject({ handedOut: 2 });
    expect((await takeBack(items, await world.stack.signIn(admin))).status).toBe(204);
    expect(await stock()).toMatchObject({ handedOut: 1, revealed: 1 });
  });

  it("is possible for some minutes, and not once the customer disputes the code", async () => {
    await stocked();
    const [first, second] = await taken({ count: 2 });
    if (first === undefined || second === undefined) throw new Error("Two codes were handed out.");
    await world.stack.call(disputeRoute, {
      method: "PATCH",
      cookie,
      params: { handOutId: first.id },
      body: { disputed: true },
    });
    expect((await takeBack([first])).status).toBe(409);
    world.stack.advance(TAKEN_BACK_WITHIN + SECOND);
    const late = await takeBack([second]);
    expect([late.status, JSON.stringify(late.json)]).toEqual([409, expect.stringContaining("10 minutes")]);
    expect(await stock()).toMatchObject({ handedOut: 1, disputed: 1, revealed: 0 });
  });

  it("has a request to hand out that arrives once more hand out nothing", async () => {
    await stocked();
    const takeId = randomUUID();
    const items = await taken({ takeId });
    expect((await takeBack(items)).status).toBe(204);
    expect((await take({ takeId })).status).toBe(409);
    expect(await stock()).toMatchObject({ handedOut: 0, untouched: 1, revealed: 1 });
    const both = { takeId: randomUUID(), count: 2, exposed: 1 };
    expect((await takeBack(await taken(both))).status).toBe(204);
    // What is left of it.
    expect(await taken(both)).toHaveLength(1);
    expect(await stock()).toMatchObject({ handedOut: 1, revealed: 1 });
  });
});
