import type { Page, Route } from "@playwright/test";
import { addToOrder, emptyDraft } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { intercept } from "#e2e/support/intercept.ts";

const FILES = "**/_next/static/**";
const TOLD = "A new version is running.";

const missing = (route: Route) =>
  route.fulfill({ status: 404, contentType: "text/plain", body: "Not Found" });

async function openPalette(page: Page): Promise<void> {
  // A press before the page is interactive is kept back, and counts then.
  await page.getByRole("searchbox", { name: "Search or jump to" }).click();
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeVisible();
}

test("where an instance of another version is asked for a script or style first, every main page works", async ({
  asBuyer: page,
}) => {
  const asked = new Map<string, number>();
  await intercept(page, FILES, async (route) => {
    const times = asked.get(route.request().url()) ?? 0;
    asked.set(route.request().url(), times + 1);
    await (times < 2 ? missing(route) : route.continue());
  });
  for (const screen of [
    "/",
    "/catalog",
    "/orders",
    "/orders/new",
    "/codes",
    "/lookup",
    "/wallet",
    "/settings",
  ]) {
    await page.goto(screen);
    await expect(page.getByRole("heading", { level: 1 }).filter({ visible: true })).toBeVisible();
    await openPalette(page);
    expect(
      await page.evaluate(() => [...document.styleSheets].every((sheet) => sheet.cssRules.length > 0)),
    ).toBe(true);
  }
  expect(Math.max(...asked.values())).toBeGreaterThan(2);
  await expect(page.getByText(TOLD)).toHaveCount(0);
});

test("a tab of a version that runs nowhere any more says so, and one press opens the same place with everything typed", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings", { quantity: "3" });
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  const quantity = page.getByLabel("Quantity").first();
  await quantity.fill("71");
  await intercept(page, FILES, missing);
  await page.getByRole("searchbox", { name: "Search or jump to" }).click();
  const notice = page.getByRole("alert").filter({ hasText: TOLD });
  await expect(notice).toBeVisible();
  await expect(page.getByText("Check your connection")).toHaveCount(0);
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await page.unroute(FILES);
  await notice.getByRole("link", { name: "Reload the page" }).click();
  await expect(notice).toHaveCount(0);
  await expect(page).toHaveURL(/\/orders\/new$/);
  await expect(quantity).toHaveValue("71");
});

test("what a dialog needs of a version that runs nowhere any more is told inside that dialog", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Import" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Template:")).toBeVisible();
  await intercept(page, FILES, missing);
  await dialog.getByRole("button", { name: "XLSX" }).click();
  await expect(dialog.getByRole("link", { name: "Reload the page" })).toBeVisible();
});

test("a page whose scripts and styles are gone says so by itself", async ({ asBuyer: page }) => {
  await intercept(page, FILES, missing);
  await page.goto("/orders");
  const notice = page.getByRole("alert").filter({ hasText: TOLD });
  await expect(notice).toBeVisible();
  await page.unroute(FILES);
  await notice.getByRole("link", { name: "Reload the page" }).click();
  await openPalette(page);
  await expect(page).toHaveURL(/\/orders$/);
});
