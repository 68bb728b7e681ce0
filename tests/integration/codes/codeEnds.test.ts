import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { POST as searchRoute } from "#app/api/lookup/code-end/route.ts";
import { HOUR, toIso } from "#lib/time/instant.ts";
import type { Member } from "#tests/support/testProgram.ts";
import { createCodesWorld, type CodesWorld } from "./codesWorld.ts";

let world: CodesWorld;
let support: Member;
let reference: string;
beforeAll(async () => {
  world = await createCodesWorld();
  support = await world.stack.addMember("support", "Suri");
  const buyer = await world.stack.addMember("buyer", "Bea");
  reference = await world.deliveredOrder(await world.stack.signIn(buyer), [
    { pin: "CANARY-AAAA-7X4Q", serial: "S-1" },
    { pin: "CANARY-BBBB-O0S5" },
  ]);
});
afterAll(() => world.close());

const foundSchema = z.object({
  orders: z.array(z.object({ externalOrderCode: z.string() })),
  isSimilar: z.boolean(),
  compared: z.int(),
});

async function search(body: Record<string, unknown>, member = support) {
  world.stack.advance(HOUR);
  return world.stack.call(searchRoute, { method: "POST", cookie: await world.stack.signIn(member), body });
}

describe("a code of which only the end is known", () => {
  it("is found with the order's reference, in any case and with any separators, and similar if letters were mistaken", async () => {
    for (const [end, isSimilar] of [
      ["7X4Q", false],
      ["aa-7x4q", false],
      ["00S5", true],
    ] as const) {
      const answer = await search({ end, reference });
      expect(foundSchema.parse(answer.json), end).toMatchObject({
        orders: [{ externalOrderCode: reference }],
        isSimilar,
        compared: 1,
      });
      expect(JSON.stringify(answer.json)).not.toContain("CANARY");
    }
    expect(foundSchema.parse((await search({ end: "9999", reference })).json).orders).toEqual([]);
  });

  it("is found with the day, and with the product, of the order", async () => {
    const day = toIso(world.stack.program.clock.now()).slice(0, 10);
    const { orders } = foundSchema.parse((await search({ end: "7X4Q", day })).json);
    expect(orders.map(({ externalOrderCode }) => externalOrderCode)).toEqual([reference]);
    const other = await search({ end: "7X4Q", day, productId: 999_999 });
    expect(foundSchema.parse(other.json)).toMatchObject({ orders: [], compared: 0 });
  });

  it("needs four to six characters and a second detail, and repeats neither", async () => {
    for (const body of [{ end: "X4Q", reference }, { end: "CANARYAAAA7X4Q", reference }, { end: "7X4Q" }]) {
      const answer = await search(body);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.json)).not.toMatch(/X4Q/);
    }
  });

  it("is recorded like every search for a code, without the characters", async () => {
    await search({ end: "7X4Q", reference });
    await search({ end: "9999", reference });
    const records = (await world.recorded("codes.searched")).slice(-2);
    expect(records.map(({ details, actorId }) => [details, actorId])).toEqual([
      [{ found: true, by: "end" }, support.id],
      [{ found: false, by: "end" }, support.id],
    ]);
  });

  it("is searched for only by roles that may search codes, and not many times in a row", async () => {
    const viewer = await world.stack.addMember("viewer", "Vera");
    expect((await search({ end: "7X4Q", reference }, viewer)).status).toBe(403);
    world.stack.advance(HOUR);
    const cookie = await world.stack.signIn(support);
    const statuses = [];
    for (let count = 0; count < 11; count += 1) {
      const body = { end: `XY${count}Z`, reference };
      statuses.push((await world.stack.call(searchRoute, { method: "POST", cookie, body })).status);
    }
    expect(statuses).toContain(429);
  });
});
