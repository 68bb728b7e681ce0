import type { Request } from "@playwright/test";
import { placeOrder } from "#e2e/support/placeOrder.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

test("an order's page is loaded while the pointer rests on its row, not when it only crosses it", async ({
  asBuyer: page,
  stack,
}) => {
  const references = [
    await placeOrder(page, stack, [["slow", 7]]),
    await placeOrder(page, stack, [["slow", 8]]),
  ];
  await page.clock.install();
  await page.goto("/orders", { waitUntil: "networkidle" });
  const loaded: string[] = [];
  const open = new Set<Request>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const reference = references.find((each) => pathname === `/orders/${each}`);
    if (reference === undefined) return;
    loaded.push(reference);
    open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  const [crossed = "", rested = ""] = references;
  const rowOf = (reference: string) =>
    page.getByRole("row").filter({ has: page.getByRole("link", { name: reference }) });

  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await rowOf(crossed).hover();
  await page.clock.runFor(40);
  await rowOf(rested).hover();
  await page.clock.runFor(1_000);
  await expect.poll(() => new Set(loaded)).toEqual(new Set([rested]));
  // Which was there before the press: the order is shown without another request for its page.
  await expect.poll(() => open.size).toBe(0);
  loaded.length = 0;
  await page.clock.resume();
  await rowOf(rested).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(`${rested}$`) })).toBeVisible();
  expect(loaded).toEqual([]);
});
