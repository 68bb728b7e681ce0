import type { Page } from "@playwright/test";
import { fillDraft, readyToPlace, referenceOf } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { intercept } from "#e2e/support/intercept.ts";

test.use({ viewport: { width: 375, height: 667 } });

async function openReview(page: Page): Promise<void> {
  const found = await page.request.get(
    "/api/catalog/products?q=delivers%20codes%20as%20plain%20strings&take=1",
  );
  const { items }: { items: { id: number }[] } = await found.json();
  await fillDraft(
    page,
    items.map(({ id }) => ({ productId: id, amount: "10.00" })),
  );
  await page.goto("/orders");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "New order" }).click();
  await page.getByRole("button", { name: "Review order" }).click();
}

const lines = (page: Page) => page.getByRole("table", { name: "Lines of the order" }).locator("[data-line]");

test("going back closes the review and stays in the builder; once more leaves it", async ({
  asBuyer: page,
}) => {
  await openReview(page);
  await readyToPlace(page);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/orders\/new$/);
  await expect(lines(page)).toHaveCount(1);
  // Closed by its button, it leaves nothing behind that going back would have to pass.
  await page.getByRole("button", { name: "Review order" }).click();
  await page.getByRole("button", { name: "Back to draft" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Review order" }).click();
  await readyToPlace(page);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/orders$/);
});

test("going back from an order that was placed leads to the builder, and from there to the page before", async ({
  asBuyer: page,
}) => {
  await openReview(page);
  await (await readyToPlace(page)).click();
  const reference = await referenceOf(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/orders\/new$/);
  await expect(lines(page)).toHaveCount(0);
  await page.goForward();
  await expect(page).toHaveURL(new RegExp(`/orders/${reference}$`));
  await page.goBack();
  await expect(page).toHaveURL(/\/orders\/new$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/orders$/);
});

test("going back while an order is sent neither closes the review nor sends it again", async ({
  asBuyer: page,
}) => {
  await openReview(page);
  const place = await readyToPlace(page);
  const { promise: held, resolve: send } = Promise.withResolvers<void>();
  let sent = 0;
  await intercept(page, "**/api/orders", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent += 1;
    await held;
    return route.continue();
  });
  await place.click();
  await expect.poll(() => sent).toBe(1);
  await page.goBack();
  await expect(page.getByRole("dialog", { name: "Review order" })).toBeVisible();
  await expect(page).toHaveURL(/\/orders\/new$/);
  send();
  await referenceOf(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/orders\/new$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/orders$/);
  expect(sent).toBe(1);
});

test("after a reload with the review open, going back leaves the builder at once", async ({
  asBuyer: page,
}) => {
  await openReview(page);
  await readyToPlace(page);
  await page.reload({ waitUntil: "networkidle" });
  await expect(lines(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL(/\/orders$/);
});

test("going back closes the filters of the catalog and keeps what was chosen; once more undoes it", async ({
  asBuyer: page,
}) => {
  await page.goto("/orders");
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const open = page.getByRole("button", { name: /^Filters/ });
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await open.click();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/\/catalog$/);
  await open.click();
  await sheet.getByRole("checkbox", { name: "Fixed price" }).check();
  await sheet.getByRole("group", { name: "Currency" }).getByRole("checkbox").first().check();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(open).toHaveText("Filters (2)");
  await page.goBack();
  await expect(open).toHaveText("Filters");
  await open.click();
  await sheet.getByRole("checkbox", { name: "Fixed price" }).check();
  await sheet.getByRole("button", { name: /^Show .* products?$/ }).click();
  await expect(open).toHaveText("Filters (1)");
  await page.goBack();
  await expect(open).toHaveText("Filters");
  await page.goBack();
  await expect(page).toHaveURL(/\/orders$/);
});

test("going back asks before rows of an import are lost, and closes it when asked again", async ({
  asBuyer: page,
}) => {
  await fillDraft(page, []);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Import lines" }).click();
  const sheet = page.getByRole("dialog", { name: "Import lines" });
  await sheet.getByRole("textbox").fill("no such product\t1\nno such product either\t2");
  await sheet.getByRole("button", { name: /^(Check|Read)/ }).click();
  await expect(sheet.getByRole("region", { name: "Result" })).toBeVisible();
  await page.goBack();
  await expect(sheet.getByText("2 rows have not been added.")).toBeVisible();
  await page.goBack();
  await expect(sheet.getByText("2 rows have not been added.")).toHaveCount(0);
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(/\/orders\/new$/);
});
