import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { asIfBefore } from "#e2e/support/asIfBefore.ts";
import { resyncCatalog } from "#e2e/support/resyncCatalog.ts";

const PLAIN = "Scenario: delivers codes as plain strings";
const SLOW = "Scenario: takes five minutes";

async function productNamed({ request }: Page, name: string): Promise<{ id: number; price: number }> {
  const found = await request.get(`/api/catalog/products?q=${encodeURIComponent(name)}`);
  const { items }: { items: { id: number; price: number; name: string }[] } = await found.json();
  const [product] = items.filter((each) => each.name === name);
  if (product === undefined) throw new Error(`There is no product ${name}`);
  return product;
}

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
