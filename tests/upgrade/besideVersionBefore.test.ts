import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { isInFlight } from "#lib/orders/lifecycle/states.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { signIn } from "#tests/support/signIn.ts";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { isMigrated } from "#server/db/migrate.ts";
import { orders } from "#server/db/schema/orders.ts";
import { builtDashboard, confirmAt, startDashboard, type Dashboard } from "#tests/soak/dashboard.ts";
import { addBuyer, buildBefore, createUpgradeWorld, stop } from "./upgradeWorld.ts";

const PAGES = ["/", "/catalog", "/orders", "/orders/new", "/wallet", "/settings", "/notices"];
const storedSchema = z.array(z.object({ externalOrderCode: z.string() }));

it("an instance of the previous version continues to take orders while this one migrates and beside it; none is lost or bought twice", async () => {
  const own = await builtDashboard();
  const { database, sandbox, variables } = await createUpgradeWorld();
  const before = startDashboard(buildBefore, await freePort(), variables);
  await before.ready;
  expect(await isMigrated(database.pool), "the version before has all migrations: name an older one").toBe(
    false,
  );
  const { email, password } = addBuyer(database.url);
  const cookie = await signIn(before.origin, email, password);
  const productId = await scenario(sandbox, "pins-as-strings");

  const serving = [before];
  const answers = new Map<Dashboard, string[]>();
  const broken: string[] = [];
  /** A member's order, and a page that they open. */
  async function visit(instance: Dashboard, place: number): Promise<void> {
    const order = { currency: "EUR", lines: [{ productId, quantity: 1 }], confirmationId: randomUUID() };
    const told = (await confirmAt(instance, cookie, order)) ?? "no answer";
    answers.set(instance, [...(answers.get(instance) ?? []), told]);
    const page = await fetch(instance.origin + (PAGES[place % PAGES.length] ?? "/"), { headers: { cookie } });
    if (page.status !== 200) broken.push(`${page.url}: ${page.status}`);
    await page.arrayBuffer();
  }
  const state = { over: false, visit: Promise.resolve() };
  const load = (async () => {
    for (let place = 0; !state.over; place += 1) {
      const instance = serving[place % serving.length];
      if (instance === undefined) break;
      state.visit = visit(instance, place);
      await state.visit;
      await pause(50);
    }
  })();

  await pause(2_000);
  const now = startDashboard(own, await freePort(), variables);
  await now.ready;
  expect(await isMigrated(database.pool)).toBe(true);
  serving.push(now);
  await pause(8_000);
  // Like a proxy: it gets no new visitors, finishes its requests, and is then stopped.
  serving.splice(serving.indexOf(before), 1);
  await state.visit;
  expect([0, 143]).toContain(await stop(before));
  await pause(2_000);
  state.over = true;
  await load;

  expect(broken).toEqual([]);
  const told = [...answers.values()].flat();
  expect(
    told.filter((each) => !["submitting", "processing", "completed", "unconfirmed"].includes(each)),
  ).toEqual([]);
  for (const instance of [before, now]) expect(answers.get(instance)?.length).toBeGreaterThan(10);
  const ledger = () => database.db.select().from(orders);
  await expect.poll(async () => (await ledger()).filter((row) => isInFlight(row.state)).length).toBe(0);
  const stored = storedSchema.parse(await sandbox.control("GET", "orders"));
  const rows = await ledger();
  expect(rows).toHaveLength(told.length);
  expect(stored).toHaveLength(rows.length);
  expect(new Set(stored.map(({ externalOrderCode }) => externalOrderCode))).toEqual(
    new Set(rows.map(({ externalOrderCode }) => externalOrderCode)),
  );
  console.log(
    JSON.stringify({
      before: answers.get(before)?.length,
      now: answers.get(now)?.length,
      stored: stored.length,
    }),
  );
  expect([0, 143]).toContain(await stop(now));
  await sandbox.dispose();
  await database.drop();
});
