import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readServiceState } from "#server/serviceLimits/readServiceState.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";

let world: OrderWorld;
let productId: number;
beforeAll(async () => {
  world = await createOrderWorld();
  productId = await scenario(world.sandbox, "pins-as-strings");
});
beforeEach(() => world.reset());
afterAll(() => world.close());

const blocked = (more: object = {}) => ({
  statusCode: 403,
  error: "Forbidden",
  message: "Request blocked by policy.",
  ...more,
});
const place = async () => {
  const order = { ...confirmation(productId), externalOrderCode: crypto.randomUUID() };
  const refused = await placeOrder(world.request, order).catch((error: unknown) => error);
  return { refused, row: await findByReference(world.program.db, "sandbox", order.externalOrderCode) };
};

describe("a 403 in the service's shape and other words than the service's", () => {
  it("ends the order as documented, and is said to come from in between, with the request id that it has", async () => {
    const headers = { "x-request-id": "8f2c-11 not an id", "cf-ray": "8a1f0c5e2d3b4c5d-FRA" };
    await answerNext(world.sandbox, "place", blocked(), { status: 403, headers });
    const { refused, row } = await place();
    expect(row).toMatchObject({ state: "rejected", refusal: { requestId: "8a1f0c5e2d3b4c5d-FRA" } });
    expect(refused).toMatchObject({
      kind: "rejected",
      message: expect.stringContaining("Refused on the way to the service. Nothing was bought."),
      details: { service: { message: "Request blocked by policy.", requestId: "8a1f0c5e2d3b4c5d-FRA" } },
    });
    expect(await readServiceState(world.request)).toMatchObject({
      orderingRefused: { refusal: { requestId: "8a1f0c5e2d3b4c5d-FRA" } },
    });
  });

  it("is known by the id in its body too, never by our key in a header", async () => {
    await answerNext(world.sandbox, "place", blocked({ ray_id: "b-77d1" }), { status: 403 });
    expect((await place()).row?.refusal).toMatchObject({ requestId: "b-77d1" });
    await answerNext(world.sandbox, "place", blocked(), {
      status: 403,
      headers: { "x-request-id": world.sandbox.key },
    });
    expect(JSON.stringify((await place()).row?.refusal)).not.toContain(world.sandbox.key);
  });

  it("of the service itself keeps its words, without an id", async () => {
    const message = "API ordering is disabled for your account. Contact support for assistance.";
    await answerNext(world.sandbox, "place", blocked({ message, requestId: "own-1234" }), { status: 403 });
    const { refused, row } = await place();
    expect(refused).toMatchObject({ kind: "rejected", message });
    expect(row?.refusal).toEqual({ statusCode: 403, error: "Forbidden", message });
  });
});
