import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { memberPage } from "#e2e/support/memberPage.ts";
import { productNamed } from "#e2e/support/productNamed.ts";
import { asIfBefore } from "#e2e/support/asIfBefore.ts";
import { resyncCatalog } from "#e2e/support/resyncCatalog.ts";

const PLAIN = "Scenario: delivers codes as plain strings";
const SLOW = "Scenario: takes five minutes";

const rows = (page: Page) => page.getByRole("main").getByRole("listitem").filter({ hasText: "Scenario" });
const filters = (page: Page) => page.getByRole("complementary", { name: "Filters" });

test("a buyer sees from the catalog what a sync found changed, narrows it, exports it, and sees the price over time in the product's sheet", async ({
  asBuyer: page,
  stack,
}) => {
  await page.goto("/catalog");
  const [plain, slow] = [await productNamed(page, PLAIN), await productNamed(page, SLOW)];
  await asIfBefore(stack, plain.id, { price: plain.price * 2 });
  await asIfBefore(stack, slow.id, { name: "Scenario: took a while" });
  const headers = { origin: new URL(page.url()).origin };
  await page.request.put(`/api/catalog/favourites/mine/${plain.id}`, { headers });
  await resyncCatalog(stack);

  await page.getByRole("link", { name: "Changes", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Catalog changes" })).toBeVisible();
  const cheaper = rows(page).filter({ hasText: PLAIN });
  await expect(cheaper).toContainText("(−50%)");
  await expect(cheaper).toContainText("Affects: favourites");
  await expect(rows(page).filter({ hasText: "took a while" })).toContainText(SLOW);
  expect(await accessibilityProblems(page)).toEqual([]);

  await filters(page)
    .getByRole("checkbox", { name: /^Favourites/ })
    .check();
  await expect(page).toHaveURL(/affects=favourites$/);
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  await filters(page).getByRole("checkbox", { name: /^Name/ }).check();
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await filters(page).getByRole("button", { name: "Clear filter" }).click();
  await page.getByRole("searchbox", { name: "Search the changes" }).fill("plain strings");
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole("button", { name: "Export" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV for programs" }).click();
  const csv = await readFile(await (await saved).path(), "utf8");
  expect(csv).toContain(PLAIN);
  expect(csv).not.toContain("took a while");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();

  await page.getByRole("link", { name: PLAIN }).click();
  const sheet = page.getByRole("dialog", { name: PLAIN });
  await expect(sheet.getByRole("heading", { name: "Price history" })).toBeVisible();
  await expect(sheet.getByRole("img", { name: "Price over time" })).toBeVisible();
  await sheet.getByText("Show as a table").click();
  await expect(sheet.getByRole("table", { name: "Price history" }).getByRole("row")).toHaveCount(3);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("a member is told by the bell of a change that affects a favourite of theirs, and chooses to be told nothing", async ({
  asAdmin,
  browser,
  stack,
}) => {
  const name = `Fay Favourite ${Date.now()}`;
  const page = await memberPage(browser, asAdmin, stack.url, { name, role: "viewer" });
  const { id, price } = await productNamed(page, PLAIN);
  const headers = { origin: stack.url };
  await page.request.put(`/api/catalog/favourites/mine/${id}`, { headers });
  await asIfBefore(stack, id, { price: price * 3 });
  await resyncCatalog(stack);
  await expect.poll(async () => (await page.request.get("/api/notices")).text()).toContain("catalog.changed");

  await page.goto("/");
  await page.getByRole("link", { name: /unread notices?$/ }).click();
  const notice = page
    .getByRole("list", { name: "Notices" })
    .getByRole("listitem")
    .filter({ hasText: "A product that you use has changed" });
  await expect(notice).toContainText(PLAIN);
  expect(await accessibilityProblems(page)).toEqual([]);
  await notice.getByRole("link").click();
  await expect(page).toHaveURL(/\/catalog\/changes\?affects=favourites/);
  await expect(rows(page).filter({ hasText: PLAIN }).first()).toContainText("Affects: favourites");

  await page.goto("/settings?tab=notices");
  const choice = page.getByRole("combobox", { name: "Catalog changes" });
  await expect(choice).toHaveValue("mine");
  const inDashboard = page.getByRole("checkbox", { name: /^Catalog change that affects.*Dashboard$/ });
  await expect(inDashboard).toBeChecked();
  await choice.selectOption("off");
  await expect(inDashboard).toBeDisabled();
  await page.reload();
  await expect(choice).toHaveValue("off");
  await expect(inDashboard).not.toBeChecked();
  await asIfBefore(stack, id, { price: price * 4 });
  await resyncCatalog(stack);
  await page.goto("/notices");
  await expect(notice).toHaveCount(1);
});
