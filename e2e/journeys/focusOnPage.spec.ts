import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";
import { placeOrder, untilState } from "#e2e/support/placeOrder.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).filter({ visible: true });
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

test("the keyboard goes on at the heading of the page that a link has led to, and going back finds the page where it was", async ({
  asBuyer: page,
  stack,
}) => {
  const reference = await placeOrder(page, stack, [["pins-as-strings", 1]]);
  await page.setViewportSize({ width: 1280, height: 240 });
  await page.goto("/orders", { waitUntil: "networkidle" });
  const link = page.getByRole("link", { name: reference }).filter({ visible: true });
  await link.focus();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/orders\/[^/]+$/);
  await expect(heading(page)).toContainText(reference);
  await expect(heading(page)).toBeFocused();
  expect(await scrolled(page)).toBe(0);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: /^What does this mean\? / }).first()).toBeFocused();

  await page.goBack();
  await expect(heading(page)).toContainText("Orders");
  await expect(heading(page)).toBeFocused();
  await expect.poll(() => scrolled(page)).toBe(before);
  await page.goForward();
  await expect(heading(page)).toContainText(reference);
  await expect(heading(page)).toBeFocused();
});

test("a link in the navigation keeps the focus, so that the next one is a Tab away", async ({
  asBuyer: page,
}) => {
  await page.goto("/", { waitUntil: "networkidle" });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wallet" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(/^Wallet/);
  await expect(link).toBeFocused();
});

test("a dialog that is opened on a page keeps the focus", async ({ asBuyer: page }) => {
  await page.goto("/orders", { waitUntil: "networkidle" });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search or jump to/ }).fill("Catalog");
  await page
    .getByRole("option", { name: /^Catalog/ })
    .first()
    .click();
  await expect(heading(page)).toHaveText(/^Catalog/);
  await page.getByRole("table", { name: "Products" }).getByRole("link").first().click();
  await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
});

test("the keyboard goes on beside what has disappeared", async ({ asBuyer: page, stack }) => {
  for (let order = 0; order < 3; order += 1) {
    const reference = await placeOrder(page, stack, [["undelivered", 1]]);
    await untilState(page, reference, "undelivered");
  }
  await page.goto("/", { waitUntil: "networkidle" });
  const rows = page.getByRole("table", { name: "Needs attention" }).getByRole("row");
  // The first row is the head.
  const next = (await rows.nth(2).getByRole("link").textContent()) ?? "";
  await rows
    .nth(1)
    .getByRole("button", { name: /^Dismiss/ })
    .press("Enter");
  await expect(page.getByText("Order dismissed.")).toBeVisible();
  await expect(rows.nth(1).getByRole("link")).toHaveText(next);
  await expect(rows.nth(1).getByRole("link")).toBeFocused();

  // A key that is held presses nothing beside it.
  const before = await rows.count();
  await rows
    .nth(before - 1)
    .getByRole("button", { name: /^Dismiss/ })
    .focus();
  await page.keyboard.down("Enter");
  await expect(rows.nth(before - 2).getByRole("link")).toBeFocused();
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(page).toHaveURL((url) => url.pathname === "/");
  await page.reload({ waitUntil: "networkidle" });
  await expect(rows).toHaveCount(before - 1);

  await page.goto("/notices", { waitUntil: "networkidle" });
  const readAll = page.getByRole("button", { name: "Mark all as read" });
  await readAll.press("Enter");
  await expect(readAll).toBeHidden();
  await expect(page.getByRole("link", { name: "Change notice settings" })).toBeFocused();
});

test("a row that is scrolled away leaves the focus to no button above the list", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const table = page.getByRole("table", { name: "Products" });
  const link = await table.getByRole("link").nth(2).elementHandle();
  await link?.focus();
  await page.keyboard.press("End");
  await expect.poll(() => link?.evaluate((element) => element.isConnected)).toBe(false);
  // The focus would have moved after the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await expect(page.locator("body")).toBeFocused();
  // The keyboard goes on where the list is now, not at its beginning.
  await expect(table.getByRole("link").last()).toBeInViewport();
  const before = await scrolled(page);
  await page.keyboard.press("Tab");
  await expect(table.locator(":focus")).toBeInViewport();
  expect(await scrolled(page)).toBeGreaterThan(before / 2);
});
