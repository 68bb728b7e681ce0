import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as takeRoute } from "#app/api/codes/hand-outs/route.ts";
import { GET as stockRoute } from "#app/api/codes/stock/route.ts";
import { POST as revealRoute } from "#app/api/orders/[reference]/codes/route.ts";
import { POST as exportRoute } from "#app/api/orders/[reference]/export/route.ts";
import { handOutsSchema } from "#lib/contracts/codes/handOut.ts";
import { stockSchema } from "#lib/contracts/codes/stock.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { codeExposures } from "#server/db/schema/codes.ts";
import { orders } from "#server/db/schema/orders.ts";
import { DASHBOARD_HOST, type Answer, type Member } from "#tests/support/testProgram.ts";
import { createCodesWorld, type CodesWorld, type Products } from "./codesWorld.ts";

let world: CodesWorld;
let buyer: Member;
let cookie: string;
beforeAll(async () => {
  world = await createCodesWorld();
  buyer = await world.stack.addMember("buyer", "Bea");
});
afterAll(() => world.close());

const pins = (count: number, name: string): Products =>
  Array.from({ length: count }, (_, at) => ({ pin: `${name}-${at}` }));

/** An order whose codes are those of one product, which no other test uses. */
async function stocked(productId: number, products: Products): Promise<string> {
  cookie = await world.stack.signIn(buyer);
  const reference = await world.deliveredOrder(cookie, products, "pins-as-strings");
  const lines = [
    { productId, productName: "Streamly", price: 1_000, quantity: products.length, countryCode: null },
  ];
  await world.stack.program.db.update(orders).set({ lines }).where(eq(orders.externalOrderCode, reference));
  cookie = await world.stack.signIn(buyer);
  return reference;
}

const reveal = (reference: string, body: object = {}): Promise<Answer> =>
  world.stack.call(revealRoute, { method: "POST", cookie, params: { reference }, body });

/** The file as text, or as much of it as arrived. */
async function exportAs(reference: string, body: object = {}): Promise<string> {
  const http = new Request(`http://${DASHBOARD_HOST}/api/orders/x/export`, {
    method: "POST",
    headers: { host: DASHBOARD_HOST, cookie, "content-type": "application/json" },
    body: JSON.stringify({ format: "csv", ...body }),
  });
  const response = await exportRoute(http, { params: Promise.resolve({ reference }) });
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
  } catch {
    // It was broken off.
  }
  return text;
}

function take(productId: number, count: number, body: object = {}): Promise<Answer> {
  const asked = { productId, count, customerReference: "C-1", takeId: randomUUID(), ...body };
  return world.stack.call(takeRoute, { method: "POST", cookie, body: asked });
}

const pinsOf = ({ json }: Answer) => handOutsSchema.parse(json).items.map(({ fields }) => fields?.pin);

async function stockOf(productId: number) {
  const { json } = await world.stack.call(stockRoute, { cookie });
  return stockSchema.parse(json).items.find((item) => item.productId === productId);
}

describe("a code that somebody has seen", () => {
  it("is counted as revealed or exported, and never as untouched", async () => {
    const reference = await stocked(81, pins(5, "SEEN"));
    expect(await stockOf(81)).toMatchObject({ untouched: 5, revealed: 0, exported: 0, handedOut: 0 });
    await reveal(reference, { take: 2 });
    expect(await stockOf(81)).toMatchObject({ untouched: 3, revealed: 2, exported: 0, handedOut: 0 });
    await exportAs(reference, { skip: 1, take: 2 });
    expect(await stockOf(81)).toMatchObject({ untouched: 2, revealed: 1, exported: 2, handedOut: 0 });
    await take(81, 1);
    expect(await stockOf(81)).toMatchObject({ untouched: 1, revealed: 1, exported: 2, handedOut: 1 });
  });

  it("is handed out after all untouched ones, and only by a request that says how many such codes it accepts", async () => {
    const reference = await stocked(82, pins(4, "LAST"));
    await exportAs(reference, { take: 1 });
    await reveal(reference, { skip: 1, take: 1 });
    expect(pinsOf(await take(82, 1))).toEqual(["LAST-2"]);
    const refused = await take(82, 3);
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({
      type: "exposed-codes",
      exposed: { untouched: 1, revealed: 1, exported: 1 },
    });
    expect(await stockOf(82)).toMatchObject({ handedOut: 1 });
    // Consent to one of them is none to two.
    expect((await take(82, 3, { exposed: 1 })).status).toBe(409);
    expect(new Set(pinsOf(await take(82, 2, { exposed: 1 })))).toEqual(new Set(["LAST-1", "LAST-3"]));
    expect(pinsOf(await take(82, 1, { exposed: 1 }))).toEqual(["LAST-0"]);
    expect(
      (await world.recorded("codes.handed-out")).slice(-2).map(({ details }) => details.exposed),
    ).toEqual([1, 1]);
  });

  it("is exposed in every order that delivered it, also in a later one", async () => {
    const twice = pins(1, "TWICE");
    const reference = await stocked(83, twice);
    await reveal(reference);
    await stocked(83, twice);
    expect(await stockOf(83)).toMatchObject({ untouched: 0, revealed: 1 });
  });

  it("stays exposed while the service lists others in its place for a moment", async () => {
    const reference = await stocked(84, pins(1, "BACK"));
    await reveal(reference);
    world.stack.advance(3 * 60_000);
    await world.answerWith([{ pin: "OTHER" }]);
    await reveal(reference);
    world.stack.advance(3 * 60_000);
    await world.answerWith(pins(1, "BACK"));
    await reveal(reference);
    expect(await stockOf(84)).toMatchObject({ untouched: 0, revealed: 1 });
  });

  it("is not shown at all if it cannot be noted", async () => {
    const reference = await stocked(85, pins(2, "NOTED"));
    await world.refuseWrites("code_exposures");
    const revealed = await reveal(reference);
    expect(revealed.status).toBe(500);
    const exported = await exportAs(reference);
    expect(`${JSON.stringify(revealed.json)}${exported}`).not.toContain("NOTED");
    await world.allowWrites("code_exposures");
    expect(await stockOf(85)).toMatchObject({ untouched: 2, revealed: 0, exported: 0 });
  });

  it("is any of an order of which the version before records that it shows codes, and not which", async () => {
    const reference = await stocked(86, pins(3, "BEFORE"));
    const { db } = world.stack.program;
    const [order] = await db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.externalOrderCode, reference));
    await db.insert(auditRecords).values({
      at: world.stack.now(),
      environment: "sandbox",
      actorId: buyer.id,
      action: "codes.revealed",
      orderRow: order?.id ?? null,
      details: { count: 1, first: 1 },
    });
    expect(await stockOf(86)).toMatchObject({ untouched: 0, revealed: 3 });
  });

  it("is noted by its fingerprint alone", async () => {
    const rows = await world.stack.program.db.select().from(codeExposures);
    expect(rows.length).toBeGreaterThan(0);
    for (const { fingerprint } of rows) expect(fingerprint).toHaveLength(32);
  });
});
