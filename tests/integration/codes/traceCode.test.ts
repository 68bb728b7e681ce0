import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as historyRoute } from "#app/api/codes/hand-outs/history/route.ts";
import { POST as takeRoute } from "#app/api/codes/hand-outs/route.ts";
import { POST as findEndRoute } from "#app/api/lookup/code-end/route.ts";
import { POST as findRoute } from "#app/api/lookup/code/route.ts";
import { POST as revealRoute } from "#app/api/orders/[reference]/codes/route.ts";
import { handOutHistorySchema } from "#lib/contracts/codes/handOut.ts";
import { foundCodeEndSchema, foundCodeSchema } from "#lib/contracts/codes/lookUp.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Member } from "#tests/support/testProgram.ts";
import { createCodesWorld, type CodesWorld, type Products } from "./codesWorld.ts";

let world: CodesWorld;
let buyer: Member;
let support: string;
let cookie: string;
beforeAll(async () => {
  world = await createCodesWorld();
  buyer = await world.stack.addMember("buyer", "Bea");
});
afterAll(() => world.close());

/** Each test has its own, so that tests do not take each other's codes. */
let productId = 4_711;

/** An order with these codes, and both members signed in afterwards: an hour has passed. */
async function delivered(products: Products): Promise<string> {
  productId += 1;
  cookie = await world.stack.signIn(buyer);
  const reference = await world.deliveredOrder(cookie, products, "pins-as-strings");
  const lines = [
    {
      productId,
      productName: "Streamly",
      price: 1_000,
      quantity: products.length,
      countryCode: null,
    },
  ];
  await world.stack.program.db.update(orders).set({ lines }).where(eq(orders.externalOrderCode, reference));
  cookie = await world.stack.signIn(buyer);
  support = await world.stack.signIn(await world.stack.addMember("support", "Suri"));
  return reference;
}

async function find(code: string) {
  const answer = await world.stack.call(findRoute, { method: "POST", cookie: support, body: { code } });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  expect(JSON.stringify(answer.json)).not.toContain(code);
  return foundCodeSchema.parse(answer.json);
}

const pins = (name: string, count: number): Products =>
  Array.from({ length: count }, (_, at) => ({ pin: `${name}-${randomUUID()}-${at}` }));
const pinOf = (products: Products, at: number) => String(products[at]?.pin);

describe("a code that support searches for", () => {
  it("is answered with its product and number, and as seen by nobody as long as nobody has", async () => {
    const products = pins("FRESH", 3);
    const reference = await delivered(products);
    expect(await find(pinOf(products, 1))).toMatchObject({
      orders: [
        {
          externalOrderCode: reference,
          code: {
            number: 2,
            of: 3,
            productId,
            productName: "Streamly",
            handedOut: null,
            exposure: "untouched",
            seen: [],
          },
        },
      ],
    });
  });

  it("is answered with the customer whom it was handed to, and by whom, and with who revealed it", async () => {
    const products = pins("GIVEN", 4);
    const reference = await delivered(products);
    const body = { productId, customerReference: "C-78", takeId: randomUUID() };
    const taken = await world.stack.call(takeRoute, { method: "POST", cookie, body });
    expect(taken.status).toBe(200);
    const reveal = { method: "POST", cookie, params: { reference } } as const;
    const shown = await world.stack.call(revealRoute, { ...reveal, body: { skip: 1, take: 2 } });
    expect(shown.status).toBe(200);
    const traceOf = async (at: number) => (await find(pinOf(products, at))).orders[0]?.code;
    expect(await traceOf(0)).toMatchObject({
      number: 1,
      handedOut: { customerReference: "C-78", takenBy: "Bea", state: "handed_out" },
      exposure: "untouched",
      seen: [],
    });
    expect(await traceOf(2)).toMatchObject({
      number: 3,
      exposure: "revealed",
      seen: [{ by: "Bea", how: "revealed" }],
    });
    expect(await traceOf(3)).toMatchObject({ number: 4, handedOut: null, exposure: "untouched", seen: [] });
  });

  it("is found the other way round too: what a customer was handed, without a code", async () => {
    const products = pins("LISTED", 2);
    const reference = await delivered(products);
    const body = { productId, customerReference: "Shop 12", takeId: randomUUID(), count: 2 };
    expect((await world.stack.call(takeRoute, { method: "POST", cookie, body })).status).toBe(200);
    const listFor = async (customerReference: string) => {
      const asked = { method: "POST", cookie: support, body: { customerReference } } as const;
      const { json } = await world.stack.call(historyRoute, asked);
      expect(JSON.stringify(json)).not.toContain("LISTED");
      return handOutHistorySchema.parse(json);
    };
    const item = {
      order: reference,
      productId,
      productName: "Streamly",
      takenBy: "Bea",
      state: "handed_out",
    };
    expect(await listFor(" shop  12")).toMatchObject({ hasMore: false, items: [item, item] });
    expect(await listFor("Shop 1")).toEqual({ hasMore: false, items: [] });
  });

  it("is answered with its order alone where the service can't be asked, and by its end like by the whole", async () => {
    const products = pins("ENDING", 2);
    const reference = await delivered(products);
    const end = pinOf(products, 1).replaceAll("-", "").slice(-6);
    const byEnd = await world.stack.call(findEndRoute, {
      method: "POST",
      cookie: support,
      body: { end, reference },
    });
    expect(foundCodeEndSchema.parse(byEnd.json)).toMatchObject({
      orders: [{ externalOrderCode: reference, code: { number: 2, of: 2 } }],
    });
    await world.sandbox.control("DELETE", "faults");
    await world.sandbox.control("POST", "faults", {
      operation: "order",
      times: 10,
      action: { kind: "close" },
    });
    expect(await find(pinOf(products, 0))).toMatchObject({
      orders: [{ externalOrderCode: reference, code: null }],
    });
  });
});
