import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { verifyChain } from "#server/audit/chain/verifyChain.ts";
import { sealAudit } from "#server/audit/chain/sealAudit.ts";
import { checkOrder } from "#server/orders/verbs/checkOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { restoreBackup, takeBackup } from "#tests/support/backup.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";

let world: OrderWorld;
let restored: TestDatabase;
let program: Program;
let request: MemberRequest;
/** What was confirmed before the backup, and what after it. */
const before: Record<"completed" | "inDoubt" | "waiting" | "withdrawn", PlaceOrderRequest> = {
  completed: confirmation(0),
  inDoubt: confirmation(0),
  waiting: confirmation(0),
  withdrawn: confirmation(0),
};
const after = { generated: confirmation(0), typed: confirmation(0, { externalOrderCode: "TYPED-AFTER" }) };
const codes = new Map<PlaceOrderRequest, string>();
const codeOf = (of: PlaceOrderRequest) => codes.get(of) ?? "";

async function place(of: PlaceOrderRequest) {
  const order = await placeOrder(world.request, of);
  codes.set(of, order.externalOrderCode ?? "");
  return order.state;
}
const fault = (action: object, when: "before" | "after" = "before") =>
  world.sandbox.control("POST", "faults", { operation: "place", when, action });
const LATER = { kind: "answer", status: 429, headers: { "retry-after": "7" } };
const bought = async (of: PlaceOrderRequest) => (await world.ordersAtService(codeOf(of))).length;
const postsOf = async (of: PlaceOrderRequest) =>
  (await world.received(codeOf(of))).filter(({ method }) => method === "POST").map(({ body }) => body);

beforeAll(async () => {
  world = await createOrderWorld();
  const productId = await scenario(world.sandbox, "price-moves");
  for (const each of [...Object.values(before), ...Object.values(after)])
    each.lines = [{ productId, quantity: 2 }];
  await place(before.completed);
  await world.advance(HOUR);
  await world.work();
  await fault({ kind: "reset" }, "after");
  expect(await place(before.inDoubt)).toBe("unconfirmed");
  await fault(LATER);
  expect(await place(before.waiting)).toBe("waiting");
  await world.advance(MINUTE);
  await fault(LATER);
  expect(await place(before.withdrawn)).toBe("waiting");
  await sealAudit(world.program.db);
  const backup = await takeBackup(world.database.url);

  // Happens after the backup: only the lost ledger knew it.
  await endOrder(world.request, { reference: codeOf(before.withdrawn), verb: "withdraw" });
  await world.advance(MINUTE);
  await world.work();
  await place(after.generated);
  await place(after.typed);
  expect(
    await Promise.all([before.inDoubt, before.waiting, after.generated, after.typed].map(bought)),
  ).toEqual([1, 1, 1, 1]);

  restored = await createTestDatabase();
  await restoreBackup(restored.url, backup);
  program = world.instance(undefined, { db: restored.db });
  request = { ...world.request, ...program };
});
afterAll(async () => {
  await restored.drop();
  await world.close();
});

describe("a ledger that was restored from a backup older than the last orders", () => {
  it("sends nothing while orders are on hold, so that what was withdrawn since can be withdrawn again", async () => {
    const held: Program = { ...program, holdsOrders: true };
    await checkOrder({ ...request, ...held }, { reference: codeOf(before.withdrawn) });
    const refused = placeOrder({ ...request, ...held }, confirmation(1, { confirmationId: randomUUID() }));
    await expect(refused).rejects.toThrow("Orders are on hold");
    expect(await postsOf(before.withdrawn)).toHaveLength(1);
    const order = await endOrder(
      { ...request, ...held },
      { reference: codeOf(before.withdrawn), verb: "withdraw" },
    );
    expect(order.state).toBe("withdrawn");
  });

  it("continues with every order of the backup: those that the service has are found, with the same bytes, and none is bought twice", async () => {
    await world.advance(MINUTE);
    await world.work(program);
    await world.advance(HOUR);
    await world.work(program);
    const states = await Promise.all(
      Object.values(before).map(
        async (each) => (await readOrder(request, { reference: codeOf(each) })).state,
      ),
    );
    expect(states).toEqual(["completed", "completed", "completed", "withdrawn"]);
    expect(await Promise.all(Object.values(before).map(bought))).toEqual([1, 1, 1, 0]);
    for (const each of [before.inDoubt, before.waiting]) expect(new Set(await postsOf(each)).size).toBe(1);
  });

  it("makes no second order of a confirmation that it has forgotten, though its price has moved", async () => {
    const order = await placeOrder(request, after.generated);
    expect(order.externalOrderCode).toBe(codeOf(after.generated));
    await world.advance(HOUR);
    await world.work(program);
    expect((await readOrder(request, { reference: codeOf(after.generated) })).state).toBe("completed");
    expect(await bought(after.generated)).toBe(1);
  });

  it("refuses a typed code that the service has an order of, and keeps the order again once it is looked up", async () => {
    await expect(placeOrder(request, after.typed)).rejects.toThrow(/already/);
    const found = await readOrder(request, { reference: codeOf(after.typed) });
    expect(found.externalOrderCode).toBe("TYPED-AFTER");
    expect(await bought(after.typed)).toBe(1);
  });

  it("takes new orders, and continues an audit log that is still consistent", async () => {
    const again = confirmation(0, { lines: before.completed.lines });
    expect((await placeOrder(request, again)).state).toBe("processing");
    await sealAudit(program.db);
    expect(await verifyChain(program, null)).toMatchObject({ problems: [], pending: 0 });
  });
});
