import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { completed } from "#e2e/support/completed.ts";
import { linkedRows } from "#e2e/support/linkedRows.ts";
import { intercept } from "#e2e/support/intercept.ts";

/** Where the 1,000th row is, in pixels. */
const FAR_DOWN = 1_000 * 44;

test("rows that failed to load are loaded again automatically", async ({ asBuyer: page }) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  let asked = 0;
  await intercept(page, /api\/catalog\/products\?.*skip=1000&/, async (route) => {
    asked += 1;
    if (asked === 1) await route.fulfill({ status: 500, body: "" });
    else await route.continue();
  });
  const row = page.locator('main tr[aria-rowindex="1007"]');
  // The list has its height once the page is interactive.
  await page.waitForFunction((top) => document.documentElement.scrollHeight > top, FAR_DOWN);
  await page.evaluate((top) => window.scrollTo(0, top), FAR_DOWN);
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("link")).toBeVisible();
  expect(asked).toBeGreaterThan(1);
});

test("recently ordered products come first in an empty search, and say so", async ({ asBuyer: page }) => {
  const product = "Scenario: delivers codes as plain strings";
  await emptyDraft(page);
  await addToOrder(page, product);
  await page.goto("/orders/new");
  await reviewAndSend(page);
  await referenceOf(page);
  await expect(completed(page)).toBeVisible();
  await page.goto("/catalog");
  await expect(linkedRows(page).first()).toContainText(product);
  await expect(linkedRows(page).first()).toContainText(/Ordered \d\d:\d\d/);
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(linkedRows(page).first()).not.toContainText("Ordered");
});

test("rows that are not rendered take as much room as those that are, whatever size of text a reader has chosen", async ({
  asBuyer: page,
}) => {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { font-size: 125% }");
    document.adoptedStyleSheets = [sheet];
  });
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const table = page.getByRole("table", { name: "Products" });
  const total = Number(await table.getAttribute("aria-rowcount")) - 1;
  const row = await linkedRows(page).nth(3).boundingBox();
  const body = await table.locator("tbody").boundingBox();
  expect((body?.height ?? 0) / total).toBeCloseTo(row?.height ?? 0, 1);
});
