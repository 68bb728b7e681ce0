import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDING_VERBS } from "#lib/contracts/orders/orderState.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { narrowedBy } from "#server/auth/tokens/narrowedBy.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { isAppError } from "#server/context/errors.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { claimDue } from "#server/orders/ledger/lease.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { workOnOrder } from "#server/orders/worker/workOnOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { throttleNext } from "#tests/support/serviceAnswers.ts";

let world: OrderWorld;
let second: Program;
let productId: number;
beforeAll(async () => {
  world = await createOrderWorld();
  second = world.instance();
  productId = await scenario(world.sandbox, "price-moves");
});
beforeEach(async () => {
  await world.advance(MINUTE);
  await world.sandbox.control("DELETE", "faults");
  await world.program.db.update(orders).set({ nextActionAt: null });
});
afterAll(() => world.close());

/** Places an order that the service has asked us to send later, either without making it or after making it. Returns its reference. */
async function waiting(when: "before" | "after" = "before"): Promise<string> {
  await throttleNext(world.sandbox, "place", 7, { when });
  const { state, externalOrderCode } = await placeOrder(world.request, confirmation(productId));
  expect(state).toBe("waiting");
  return externalOrderCode ?? "";
}

const withdraw = (reference: string, request: MemberRequest = world.request) =>
  endOrder(request, { reference, verb: "withdraw" });
const kindOf = async (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (isAppError(error) ? error.kind : String(error)),
  );
const postsOf = async (reference: string) =>
  (await world.received(reference)).filter(({ method }) => method === "POST").length;

describe("an order that waits to be sent", () => {
  it("is withdrawn by the member who confirmed it, and never sent afterwards", async () => {
    const reference = await waiting();
    const order = await withdraw(reference);
    expect(order).toMatchObject({ state: "withdrawn", actions: ["copy"] });
    expect(order.timeline.at(-1)).toMatchObject({
      action: "order.withdrawn",
      actor: world.request.actor.name,
      from: "waiting",
      to: "withdrawn",
    });
    // Polled until a 404 is proof, and then no more.
    await world.advance(10 * MINUTE);
    expect(await world.work()).toBe(1);
    await world.advance(60 * MINUTE);
    expect(await world.work()).toBe(0);
    expect(await postsOf(reference)).toBe(1);
    expect(await world.ordersAtService(reference)).toEqual([]);
  });

  it("is found after all, with an alarm, when the service had made the order it said it refused", async () => {
    const reference = await waiting("after");
    expect((await withdraw(reference)).state).toBe("withdrawn");
    await world.advance(MINUTE);
    expect(await world.work()).toBe(1);
    const order = await readOrder(world.request, { reference });
    expect(order.alarm).toContain("The service has this order, although it was recorded here as withdrawn.");
    expect(order.state).not.toBe("withdrawn");
    expect(await postsOf(reference)).toBe(1);
  });

  it("can also be withdrawn by an administrator, but by nobody else and by no token of theirs", async () => {
    const reference = await waiting();
    const [other] = await world.program.db
      .insert(members)
      .values({
        email: "other@partner.example",
        name: "Otto Other",
        role: "buyer",
        passwordHash: "none",
        createdAt: world.now(),
        updatedAt: world.now(),
      })
      .returning();
    if (other === undefined) throw new Error("no member");
    const { id, email, name } = other;
    for (const role of ["buyer", "support"] as const) {
      expect(await kindOf(withdraw(reference, world.as({ id, email, name, role })))).toBe("forbidden");
    }
    const administrator = world.as({ id, email, name, role: "admin" });
    // Their token withdraws what was placed with it, and not what others confirmed.
    const program = world.as(narrowedBy(administrator.actor, ["orders.read", "orders.withdraw"]));
    expect(await kindOf(withdraw(reference, program))).toBe("forbidden");
    expect((await withdraw(reference, administrator)).state).toBe("withdrawn");
  });

  it("is not withdrawn once an instance has claimed it to send it", async () => {
    const reference = await waiting();
    await world.advance(MINUTE);
    const claimed = await claimDue(second, "sandbox", 10);
    expect(await kindOf(withdraw(reference))).toBe("conflict");
    for (const row of claimed) await workOnOrder(second, row);
    expect(await kindOf(withdraw(reference))).toBe("conflict");
    expect(await world.ordersAtService(reference)).toHaveLength(1);
  });

  it("is either withdrawn or sent, never both, when two instances race", async () => {
    for (let round = 0; round < 12; round += 1) {
      const reference = await waiting();
      await world.advance(MINUTE);
      const [refused] = await Promise.all([kindOf(withdraw(reference)), world.work(second)]);
      const [row] = await world.program.db
        .select()
        .from(orders)
        .where(eq(orders.externalOrderCode, reference));
      expect(row?.state).toBe(refused === null ? "withdrawn" : "processing");
      await world.advance(MINUTE);
      await world.work(second);
      expect(await world.ordersAtService(reference)).toHaveLength(refused === null ? 0 : 1);
    }
  });
});

describe("an order that may have been bought", () => {
  it("is not withdrawn", async () => {
    const placed = await placeOrder(
      world.request,
      confirmation(await scenario(world.sandbox, "down-always")),
    );
    expect(placed).toMatchObject({ state: "unconfirmed" });
    expect(placed.actions).not.toContain("withdraw");
    expect(await kindOf(withdraw(placed.externalOrderCode ?? ""))).toBe("conflict");
  });
});

describe("each verb that ends an order", () => {
  it.each(ENDING_VERBS)("has an address of its own: %s", (verb) => {
    expect(existsSync(`app/api/orders/[reference]/${verb}/route.ts`)).toBe(true);
  });
});
