import type { Page } from "@playwright/test";
import { addToOrder, emptyDraft } from "#scripts/browser/orderSteps.ts";
import { placeOrder } from "#e2e/support/placeOrder.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { intercept } from "#e2e/support/intercept.ts";

test("what is loaded at its first use appears as soon as it is there, not after a pause", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  await page.clock.install();

  await openStill(page, "/orders/new");
  await page.getByRole("button", { name: "Review order" }).click();
  await expect(page.getByRole("dialog", { name: /^Review/ })).toBeVisible();

  await openStill(page, "/catalog");
  await page.getByRole("row").nth(1).getByRole("link").click();
  await expect(page.getByRole("dialog")).toBeVisible();

  await openStill(page, "/orders");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search or jump to" })).toBeVisible();
});

/** Opens a page and stops its clock once it is quiet: no pause ends from then on. */
async function openStill(page: Page, path: string): Promise<void> {
  await page.clock.resume();
  await page.goto(path, { waitUntil: "networkidle" });
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

test("no code is revealed while what would show it can't be loaded", async ({ asBuyer: page, stack }) => {
  const reference = await placeOrder(page, stack, [["pins-as-strings", 1]]);
  await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
  const reveal = page.getByRole("button", { name: "Reveal 1 code" });
  await expect(reveal).toBeVisible();
  const revealed: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") revealed.push(request.url());
  });
  await intercept(page, "**/*.js", (route) => route.abort());
  await reveal.click();
  await expect(page.getByText("Something went wrong on this page. Reload it and try again.")).toBeVisible();
  expect(revealed).toEqual([]);

  await page.unroute("**/*.js");
  await page.reload();
  await reveal.click();
  await expect(page.getByRole("table", { name: "Codes" }).getByText(/^TEST-/)).toBeVisible();

  await intercept(page, "**/*.js", (route) => route.abort());
  await page.getByRole("button", { name: "More for code 1" }).click();
  await page.getByRole("menuitem", { name: "Show as QR code" }).click();
  await expect(page.getByText("Couldn't draw the QR code")).toBeVisible();
});

test("what can't be loaded leaves the page as it is, and opens once it can be", async ({ asBuyer: page }) => {
  await page.goto("/orders", { waitUntil: "networkidle" });
  const search = page.getByRole("searchbox", { name: "Search orders" });
  await search.fill("half a word");
  await intercept(page, "**/*.js", (route) => route.abort());
  await page.keyboard.press("Control+k");
  await expect(page.getByText("Couldn't open this")).toBeVisible();
  await expect(search).toHaveValue("half a word");

  await page.unroute("**/*.js");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search or jump to" })).toBeVisible();

  await page.goto("/catalog", { waitUntil: "networkidle" });
  const address = page.url();
  await intercept(page, "**/*.js", (route) => route.abort());
  const first = page.getByRole("row").nth(1).getByRole("link");
  await first.click();
  await expect(page.getByText("Couldn't open this")).toBeVisible();
  expect(page.url()).toBe(address);
  await page.unroute("**/*.js");
  await first.click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
