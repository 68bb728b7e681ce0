import type { TestStack } from "#scripts/testStack/startTestStack.ts";
import { startTestStack } from "#scripts/testStack/startTestStack.ts";
import { expect, test as base } from "#e2e/fixtures/test.ts";

/** A test stack of its own, because its service becomes unreachable. */
const test = base.extend<object, { stack: TestStack }>({
  stack: [
    // Playwright reads the names of fixtures from this pattern; here there are none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const stack = await startTestStack({ products: 60 });
      await provide(stack);
      await stack.stop();
    },
    { scope: "worker" },
  ],
});

test("every page says since when a hanging service is unreachable, and pages that do not need it stay fast", async ({
  asBuyer: page,
  stack,
  sessions,
}) => {
  const cookie = sessions.buyer.cookies?.map(({ name, value }) => `${name}=${value}`).join("; ") ?? "";
  const get = (path: string) => fetch(new URL(path, stack.url), { headers: { cookie } });
  await page.goto("/wallet");
  const notice = page.getByText(/^The service hasn't answered since/);
  await expect(page.getByText("as of", { exact: false }).first()).toBeVisible();
  await expect(notice).toHaveCount(0);

  for (const operation of ["wallet", "products", "product", "order", "place"]) {
    await stack.control("POST", "faults", {
      operation,
      when: "before",
      times: 100_000,
      action: { kind: "hang" },
    });
  }
  // One open wallet for each of 60 tabs.
  const waiting = Array.from({ length: 60 }, () => get("/api/wallet"));
  const others = ["/api/orders", "/api/orders/draft", "/api/catalog/products?q=gift"].map(async (path) => {
    const answer = await get(path);
    await answer.text();
    return answer.status;
  });
  // However slow the machine is: what needs no service is there before what waits for it.
  expect(await Promise.race([Promise.all(others), Promise.race(waiting)])).toEqual([200, 200, 200]);
  // The last known balances with their time, instead of a page that never loads.
  const wallets: unknown[] = await Promise.all((await Promise.all(waiting)).map((answer) => answer.json()));
  expect(wallets).toEqual(wallets.map(() => expect.objectContaining({ stale: true })));

  for (const path of ["/orders", "/catalog", "/wallet", "/"]) {
    await page.goto(path);
    await expect(notice).toBeVisible();
  }
  await stack.control("DELETE", "faults");
  await get("/api/wallet");
  await expect(notice).toHaveCount(0);
});
