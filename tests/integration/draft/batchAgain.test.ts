import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { DAY, MINUTE } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { confirm, createOrderDraftWorld, errorOf } from "./orderDraftWorld.ts";

const world = await createOrderDraftWorld();
const { productId, line, saveLines } = world;
afterAll(() => world.close());
const ASKED = { recentOrderMs: 10 * MINUTE, recentBatchMs: 30 * DAY };
const asking = () => ({ ...world.request, ...ASKED });

describe("a batch that was placed before", () => {
  it("is asked about for thirty days: with its rows split, reordered or a row more, by a member or a program", async () => {
    const other = await scenario(world.sandbox, "pins-as-strings");
    const third = await scenario(world.sandbox, "slow");
    const batch = [line("2"), line("1", other)];
    const first = await placeOrder(asking(), confirm(await saveLines(...batch)));
    const reference = first.externalOrderCode ?? "";
    await world.advance(DAY);
    const recentOrder = { reference, placedBy: "Bea Buyer", at: first.createdAt, batch: true };
    const preflight = async (...given: ReturnType<typeof line>[]) => {
      const lines = given.map((each) => ({ productId: each.productId, quantity: Number(each.quantity) }));
      return (await preflightOrder(asking(), { currency: "EUR", lines })).recentOrder;
    };
    expect(await preflight(line("1", other), line("1"), line("1"))).toEqual(recentOrder);
    expect(await preflight(...batch, line("1", third))).toEqual(recentOrder);
    expect(await preflight(line("3"), line("4", other))).toBeNull();
    expect(await preflight(line("2"))).toBeNull();

    const again = confirm(await saveLines(line("1", other), line("1"), line("1")));
    const asked = { kind: "conflict", details: { conflict: "recent-order", recentOrder } };
    expect(await errorOf(placeOrder(asking(), again))).toMatchObject(asked);
    const program = {
      currency: "EUR",
      confirmationId: randomUUID(),
      lines: [
        { productId: other, quantity: 1 },
        { productId, quantity: 2 },
      ],
    };
    expect(await errorOf(placeOrder(asking(), program))).toMatchObject(asked);
    // It never blocks: whoever has seen the earlier one may place another.
    const placed = await placeOrder(asking(), { ...program, acknowledgeRecent: reference });
    expect(placed.externalOrderCode).not.toBe(reference);

    await world.advance(31 * DAY);
    expect(await preflight(...batch)).toBeNull();
  });

  it("is one order if a program's confirmation of it arrives twice at once, and the answer to both", async () => {
    const other = await scenario(world.sandbox, "pins-as-strings");
    const input = {
      currency: "EUR",
      confirmationId: randomUUID(),
      lines: [
        { productId, quantity: 7 },
        { productId: other, quantity: 9 },
      ],
    };
    const late = holdProducts(world.instance());
    const second = placeOrder({ ...asking(), ...late.program, ...ASKED }, input);
    await late.reached;
    const first = await placeOrder(asking(), input);
    late.goOn();
    expect(await second).toMatchObject({ externalOrderCode: first.externalOrderCode });
    expect(await world.ordersAtService(first.externalOrderCode ?? "")).toHaveLength(1);
  });
});

/** The same program, paused before it reads a product from the service until `goOn`. */
function holdProducts(program: Program): { program: Program; reached: Promise<void>; goOn: () => void } {
  const client = program.services.sandbox;
  if (client === undefined) throw new Error("no client");
  const reached = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const readProduct: typeof client.readProduct = async (...call) => {
    reached.resolve();
    await free.promise;
    return client.readProduct(...call);
  };
  const services = { sandbox: { ...client, readProduct } };
  return { program: { ...program, services }, reached: reached.promise, goOn: () => free.resolve() };
}
