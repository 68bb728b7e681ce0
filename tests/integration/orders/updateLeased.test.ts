import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { orders } from "#server/db/schema/orders.ts";
import { claimOne } from "#server/orders/ledger/lease.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { updateLeased } from "#server/orders/ledger/updateLeased.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";

let world: OrderWorld;
let leased: OrderRow;
beforeAll(async () => {
  world = await createOrderWorld();
});
beforeEach(async () => {
  const placed = await placeOrder(world.request, confirmation(await scenario(world.sandbox, "slow")));
  const [row] = await world.program.db
    .select()
    .from(orders)
    .where(eq(orders.externalOrderCode, placed.externalOrderCode ?? ""));
  const claimed = await claimOne(world.program, row?.id ?? "");
  if (claimed === null) throw new Error("not claimed");
  leased = claimed;
});
afterAll(() => world.close());

async function stored(): Promise<OrderRow | undefined> {
  const [row] = await world.program.db.select().from(orders).where(eq(orders.id, leased.id));
  return row;
}
const update = (row: OrderRow, columns: Partial<OrderRow>, program = world.program) =>
  updateLeased(program, program.db, row, columns);

describe("an update under the lease", () => {
  it("writes each value as it is, and nothing if nothing is known any more", async () => {
    const at = Date.parse("2030-01-02T03:04:05.678Z");
    const known = { lastPollAt: at, nextActionAt: at + 1, polls: 7, message: "one", refusedLines: [] };
    expect(await update(leased, { ...known, revision: leased.revision + 1 })).toBe(true);
    expect(await stored()).toMatchObject(known);
    const unknown = { lastPollAt: null, nextActionAt: null, message: null, estimatedReadyAt: null };
    const next = { ...leased, revision: leased.revision + 1 };
    expect(await update(next, { ...unknown, polls: 8, revision: next.revision + 1 })).toBe(true);
    expect(await stored()).toMatchObject({ ...unknown, polls: 8, revision: leased.revision + 2 });
  });

  it("writes nothing once the row has changed, or the lease is somebody else's", async () => {
    const changed = { message: "late" };
    const before = await stored();
    expect(await update({ ...leased, revision: leased.revision + 1 }, changed)).toBe(false);
    expect(await update({ ...leased, fence: leased.fence - 1 }, changed)).toBe(false);
    const other = { ...world.program, instanceId: "another instance" };
    expect(await update(leased, changed, other)).toBe(false);
    expect(await stored()).toEqual(before);
    expect(await update(leased, changed)).toBe(true);
  });

  it("is the same for more sets of columns than are kept", async () => {
    const names = ["message", "statusName", "reason", "alarm", "refusal", "currency", "orderId"] as const;
    for (let mask = 1; mask < 2 ** names.length; mask += 1) {
      const columns = Object.fromEntries(
        names.filter((_, at) => (mask >> at) % 2 === 1).map((name) => [name, `${name} ${mask}`]),
      );
      expect(await update(leased, columns)).toBe(true);
      expect(await stored()).toMatchObject(columns);
    }
  });
});
