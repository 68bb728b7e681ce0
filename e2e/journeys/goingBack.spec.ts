import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";

const fixed = (page: Page) =>
  page.getByRole("complementary", { name: "Filters" }).getByRole("checkbox", { name: "Fixed price" });

test("going back removes the filter that was chosen last, also when one was chosen and removed quickly before", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  await fixed(page).evaluate((box: HTMLInputElement) => {
    box.click();
    box.click();
  });
  await expect(fixed(page)).not.toBeChecked();
  await fixed(page).check();
  await expect(page).toHaveURL(/denomination=fixed$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/catalog$/);
  await expect(fixed(page)).not.toBeChecked();
  await page.goForward();
  await expect(page).toHaveURL(/denomination=fixed$/);
  await expect(fixed(page)).toBeChecked();
});

test("going back before the page has followed closes the product and removes the filter", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog?q=takes+five+minutes", { waitUntil: "networkidle" });
  // In one task of the page: no person could be faster.
  await fixed(page).evaluate((box: HTMLInputElement) => {
    box.click();
    window.history.back();
  });
  await expect(page).toHaveURL(/q=takes\+five\+minutes$/);
  await expect(fixed(page)).not.toBeChecked();
  // Opened once before, so that it opens at once when clicked.
  const row = page.getByRole("link", { name: "Scenario: takes five minutes" }).first();
  await row.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await row.evaluate((link: HTMLAnchorElement) => {
    link.click();
    window.history.back();
  });
  await expect(page).toHaveURL(/q=takes\+five\+minutes$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Products" })).toBeVisible();
});

test("a search among a filter's values applies only while its field is visible", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const countries = page
    .getByRole("complementary", { name: "Filters" })
    .getByRole("group", { name: "Country" });
  await countries.getByRole("button", { name: /^Show all/ }).click();
  await countries.getByRole("searchbox").fill("japan");
  await expect(countries.getByRole("checkbox")).toHaveCount(1);
  // With this few countries left, their search field is gone.
  await page
    .getByRole("main")
    .getByRole("searchbox", { name: "Search the catalog" })
    .fill("takes five minutes");
  await expect(countries.getByRole("searchbox")).toHaveCount(0);
  await expect(countries.getByRole("checkbox", { name: "Germany" })).toBeVisible();
});

test("a link to another view of the catalog is followed while the catalog is open, and going back brings the former view", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  await fixed(page).check();
  await expect(page).toHaveURL(/denomination=fixed$/);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("takes five minutes");
  // Orders of this product, which other journeys place, are found as well.
  const products = page.getByRole("group", { name: "Products" });
  await products.getByRole("option", { name: /Scenario: takes five minutes/ }).click();
  const sheet = page.getByRole("dialog", { name: /takes five minutes/ });
  await expect(sheet).toBeVisible();
  await expect(fixed(page)).not.toBeChecked();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/\/catalog\?denomination=fixed$/);
  await expect(fixed(page)).toBeChecked();
  await page.goForward();
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Catalog" }).click();
  await expect(page).toHaveURL(/\/catalog$/);
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("");
});
