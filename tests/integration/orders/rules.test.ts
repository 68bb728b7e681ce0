import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "#server/context/errors.ts";
import { lockUntilCommit, tryLockUntilCommit } from "#server/db/advisoryLock.ts";
import { checkConfirmation } from "#server/orders/confirmation/checkConfirmation.ts";
import { writeConfirmation } from "#server/orders/confirmation/writeConfirmation.ts";
import { findByConfirmation } from "#server/orders/ledger/ledgerRow.ts";
import { PASS, refuse, wait, type Rule } from "#server/orders/rules/rule.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";

let world: OrderWorld;
let productId: number;
beforeAll(async () => {
  world = await createOrderWorld();
  productId = await scenario(world.sandbox, "slow");
});
afterAll(() => world.close());

const rule = (decide: Rule["decide"], ...locks: string[]): Rule => ({
  concerns: () => true,
  locks: () => locks,
  decide,
});
const limit = (amount: number) => ({ period: "order", limit: amount, used: 0 }) as const;

/** Writes an order by these rules, and returns it with its confirmation. */
async function write(...rules: Rule[]) {
  const input = confirmation(productId);
  const checked = await checkConfirmation(world.request, input);
  const written = writeConfirmation(world.request, { ...checked, rules });
  return { input, written };
}

describe("the rules of an order", () => {
  it("have it wait for the first reason that one of them gives", async () => {
    const { written } = await write(
      rule(() => PASS),
      rule(() => wait(limit(1))),
      rule(() => wait(limit(2))),
    );
    expect(await written).toMatchObject({ state: "awaiting_approval", overLimit: limit(1), attempts: 0 });
  });

  it("refuse it though another would have it wait, and then nothing is written", async () => {
    const problem = new AppError("validation", "Not today.");
    const { input, written } = await write(
      rule(() => wait(limit(1)), "a lock"),
      rule(() => refuse(problem)),
    );
    await expect(written).rejects.toBe(problem);
    expect(await findByConfirmation(world.program.db, input.confirmationId)).toBeNull();
  });

  it("decide only while all locks of all of them are held", async () => {
    const held: number[] = [];
    const count: Rule["decide"] = async (tx) => {
      const { rows } = await tx.execute<{ locks: number }>(
        sql`select count(*)::int as locks from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()`,
      );
      held.push(rows[0]?.locks ?? 0);
      return PASS;
    };
    const { written } = await write(rule(count, "one"), rule(count, "two", "three"), rule(count));
    expect(await written).toMatchObject({ state: "submitting" });
    expect(held).toEqual([3, 3, 3]);
  });

  it("have their locks taken in the order of the list, and none before those in front of it", async () => {
    const { db } = world.program;
    let waiting: Promise<unknown> | undefined;
    await db.transaction(async (holder) => {
      await lockUntilCommit(holder, JSON.stringify("z, first"));
      const { written } = await write(
        rule(() => PASS, "z, first"),
        rule(() => PASS, "a, second"),
      );
      waiting = written;
      await untilBlocked(world.program);
      const isFree = db.transaction((other) => tryLockUntilCommit(other, JSON.stringify("a, second")));
      expect(await isFree).toBe(true);
    });
    expect(await waiting).toMatchObject({ attempts: 1 });
  });

  it("that lock the same subject see each order that was decided on before, and those without a lock need no transaction", async () => {
    const seen: number[] = [];
    const count: Rule["decide"] = async (tx, { order }) => {
      const { rows } = await tx.execute<{ orders: number }>(
        sql`select count(*)::int as orders from orders where note = ${order.note}`,
      );
      seen.push(rows[0]?.orders ?? 0);
      return PASS;
    };
    const input = confirmation(productId, { note: "counted" });
    const rules = [rule(count, "counted orders")];
    const orders = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const { confirmationId } = confirmation(productId);
        const checked = await checkConfirmation(world.request, { ...input, confirmationId });
        return writeConfirmation(world.request, { ...checked, rules });
      }),
    );
    expect(orders).toHaveLength(4);
    expect(seen).toEqual([0, 1, 2, 3]);
    const isOutside: boolean[] = [];
    const { written } = await write(
      rule((db) => {
        isOutside.push(db === world.program.db);
        return PASS;
      }),
    );
    await written;
    expect(isOutside).toEqual([true]);
  });
});
