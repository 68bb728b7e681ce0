import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as messageRoute } from "#app/api/codes/hand-outs/[handOutId]/message/route.ts";
import { DELETE as takeBackRoute } from "#app/api/codes/hand-outs/[handOutId]/route.ts";
import { POST as takeRoute } from "#app/api/codes/hand-outs/route.ts";
import { GET as readRoute, PUT as changeRoute } from "#app/api/codes/message/route.ts";
import { POST as revealRoute } from "#app/api/orders/[reference]/codes/route.ts";
import { STANDARD_MESSAGE } from "#lib/codes/customerMessage.ts";
import { codesPageSchema } from "#lib/contracts/codes/codes.ts";
import { handOutsSchema } from "#lib/contracts/codes/handOut.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Member } from "#tests/support/testProgram.ts";
import { createCodesWorld, type CodesWorld } from "./codesWorld.ts";

let world: CodesWorld;
let buyer: Member;
let admin: Member;
let cookie: string;
let productId = 700;
beforeAll(async () => {
  world = await createCodesWorld();
  buyer = await world.stack.addMember("buyer", "Bea");
  admin = await world.stack.addMember("admin", "Ada");
});
afterAll(() => world.close());

/** A code of a product of its own that was handed out. */
async function handedOut(productName = "Streamly 15 USD", price = 1_455) {
  productId += 1;
  cookie = await world.stack.signIn(buyer);
  const reference = await world.deliveredOrder(cookie, [{ pin: `SAID-${productId}` }], "pins-as-strings");
  const lines = [{ productId, productName, price, quantity: 1, countryCode: null }];
  await world.stack.program.db
    .update(orders)
    .set({ lines, currency: "USD" })
    .where(eq(orders.externalOrderCode, reference));
  cookie = await world.stack.signIn(buyer);
  const { json } = await world.stack.call(takeRoute, {
    method: "POST",
    cookie,
    body: { productId, customerReference: "C-9", takeId: randomUUID() },
  });
  const [item] = handOutsSchema.parse(json).items;
  if (item === undefined) throw new Error("nothing was handed out");
  return { reference, handOutId: item.id };
}

const copy = (handOutId: string, by = cookie) =>
  world.stack.call(messageRoute, { method: "POST", cookie: by, params: { handOutId } });
const actionsOf = async () =>
  (await world.stack.program.db.select({ action: auditRecords.action }).from(auditRecords)).map(
    ({ action }) => action,
  );

describe("a message for a customer", () => {
  it("is recorded as the copy of a shown code, by whom and for which customer, and counts as no reveal", async () => {
    const { handOutId } = await handedOut();
    const before = await actionsOf();
    const answer = await copy(handOutId);
    expect(answer.json).toEqual({ template: STANDARD_MESSAGE, value: { minor: 1_500, currency: "USD" } });
    expect((await world.recorded("codes.message-copied")).at(-1)).toMatchObject({
      actorId: buyer.id,
      details: { count: 1, customerReference: "C-9" },
    });
    expect(await actionsOf()).toEqual([...before, "codes.message-copied"]);
    expect(JSON.stringify(answer.json)).not.toContain("SAID-");
  });

  it("says what a code is worth, never what the partner paid for it", async () => {
    const unsaid = await handedOut("Streamly");
    expect((await copy(unsaid.handOutId)).json).toMatchObject({ value: null });
    const open = await handedOut("Streamly of any amount", 2_500);
    const [any] = await world.stack.program.db.select().from(catalogProducts).limit(1);
    if (any === undefined) throw new Error("the catalog is empty");
    await world.stack.program.db.insert(catalogProducts).values({
      ...any,
      productId,
      product: { ...any.product, id: productId, denomination: "open" },
    });
    expect((await copy(open.handOutId)).json).toMatchObject({ value: { minor: 2_500, currency: "USD" } });
  });

  it("is for codes that are handed out, also where the order's codes are revealed, and not once that was taken back", async () => {
    const { reference, handOutId } = await handedOut();
    const revealed = await world.stack.call(revealRoute, {
      method: "POST",
      cookie,
      params: { reference },
      body: {},
    });
    expect(codesPageSchema.parse(revealed.json).items).toMatchObject([{ handedTo: "C-9", handOutId }]);
    await world.stack.call(takeBackRoute, { method: "DELETE", cookie, params: { handOutId } });
    const recorded = (await world.recorded("codes.message-copied")).length;
    expect((await copy(handOutId)).status).toBe(404);
    expect(await world.recorded("codes.message-copied")).toHaveLength(recorded);
  });

  it("is written by who may change settings, recorded with the one before, and refused with unknown placeholders", async () => {
    const { handOutId } = await handedOut();
    const adminCookie = await world.stack.signIn(admin);
    const change = (template: string) =>
      world.stack.call(changeRoute, { method: "PUT", cookie: adminCookie, body: { template } });
    const refused = await change("{code} for {customer}");
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([
      400,
      expect.stringContaining("{customer}"),
    ]);
    expect((await change("Yours: {code}")).status).toBe(200);
    expect((await copy(handOutId)).json).toMatchObject({ template: "Yours: {code}" });
    expect((await world.stack.call(readRoute, { cookie: adminCookie })).json).toEqual({
      template: "Yours: {code}",
    });
    expect((await world.recorded("codes.message-changed")).at(-1)).toMatchObject({
      actorId: admin.id,
      details: { template: "Yours: {code}", before: STANDARD_MESSAGE },
    });
    const changes = (await world.recorded("codes.message-changed")).length;
    await change("Yours: {code}");
    expect(await world.recorded("codes.message-changed")).toHaveLength(changes);
  });
});
