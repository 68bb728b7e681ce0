import type { Locator, Page } from "@playwright/test";
import { formatAmount, parseAmount } from "#lib/money/minorUnits.ts";
import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";

const filters = (page: Page) => page.getByRole("complementary", { name: "Filters" });
const price = (within: Page | Locator) => within.getByRole("group", { name: /^Price/ });
const howMany = (page: Page) => page.getByText(/^[\d,]+ (?:of [\d,]+ )?products?/).first();

/** Waits until the list says that it has `count` products. */
async function holds(page: Page, count: string): Promise<void> {
  await expect(howMany(page)).toHaveText(new RegExp(`^${count} (?:of [\\d,]+ )?products? `));
}

test("a buyer filters the catalog by currency and price range, and is told what is wrong with an invalid range", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog");
  const group = price(filters(page));
  await expect(group).toContainText("Choose a currency to filter by price");
  await group.getByRole("button", { name: "EUR" }).click();
  await expect(page).toHaveURL(/currency=EUR/);

  // A suggested step shows as many products as its count says.
  const row = group
    .locator("label")
    .filter({ hasText: /^€\d.* to €/ })
    .first();
  const step = row.getByRole("checkbox");
  const count = /[\d,]+$/.exec((await row.innerText()).trim())?.[0] ?? "a count";
  await step.check();
  await holds(page, count);
  await expect(page).toHaveURL(/minPrice=\d+\.\d\d&maxPrice=\d+\.\d\d/);
  expect(await accessibilityProblems(page)).toEqual([]);
  // The counts of the other facets follow: only countries with euro prices are left.
  await expect(filters(page).getByRole("group", { name: "Country" })).not.toContainText("Japan");

  // A typed range, as people write it.
  const [from, to] = [
    group.getByRole("textbox", { name: "From" }),
    group.getByRole("textbox", { name: "To" }),
  ];
  await from.fill("25,50");
  await to.fill("10");
  await to.press("Enter");
  await expect(group).toContainText("Enter at least €25.50");
  await expect(to).toHaveAttribute("aria-invalid", "true");
  await expect(to).toHaveAccessibleDescription(/at least €25\.50/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await to.fill("60");
  await to.press("Enter");
  await expect(page).toHaveURL(/minPrice=25\.50&maxPrice=60\.00/);
  await expect(to).not.toHaveAttribute("aria-invalid", "true");
  await expect(step).not.toBeChecked();
  // The previous list stays until the answer arrives.
  const answer = await page.request.get(
    "/api/catalog/products?currency=EUR&minPrice=25.50&maxPrice=60.00&take=1",
  );
  const { total }: { total: number } = await answer.json();
  await holds(page, total.toLocaleString("en"));
  const narrowed = await howMany(page).innerText();

  // The address can be shared; choosing another currency clears the range.
  await page.reload();
  await expect(howMany(page)).toHaveText(narrowed);
  await expect(from).toHaveValue("25.50");
  await filters(page)
    .getByRole("group", { name: "Currency" })
    .getByRole("checkbox", { name: /^GBP/ })
    .check();
  await expect(page).not.toHaveURL(/Price=/);
  await expect(group).toContainText("Choose a currency to filter by price");
});

test("filters that scroll into sight have the height that was kept for them: nothing pointed at moves away", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog");
  const column = filters(page);
  const denomination = column.getByRole("group", { name: "Denomination" });
  await expect(denomination).toBeAttached();
  const height = () => column.evaluate((element) => element.firstElementChild?.scrollHeight);
  const before = await height();
  for (const group of await column.getByRole("group").all()) {
    await group.scrollIntoViewIfNeeded();
    await expect(group.getByRole("checkbox").or(group.getByRole("button")).first()).toBeInViewport();
  }
  expect(await height()).toBe(before);
});

test("an address with an impossible range shows the list without it, and says so at the field", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog?currency=EUR");
  const whole = (await howMany(page).innerText()).split(" ")[0] ?? "";
  for (const [query, told] of [
    ["minPrice=50&maxPrice=10", /at least €50\.00/],
    ["minPrice=-5", /without a minus/],
    ["maxPrice=1e999", /not an amount/],
    ["maxPrice=%3Cimg%20src%3Dx%3E", /not an amount/],
    ["minPrice=1234.505", /2 decimals/],
  ] as const) {
    await page.goto(`/catalog?currency=EUR&${query}`);
    await expect(price(filters(page))).toContainText(told);
    await holds(page, whole);
    await expect(
      page
        .getByRole("row")
        .filter({ has: page.getByRole("link") })
        .first(),
    ).toBeVisible();
  }
  await page.goto("/catalog?minPrice=10");
  await expect(price(filters(page))).toContainText("Choose one currency");
});

test("a buyer slides to an amount by keyboard, orders at it, and finds the order on the product's sheet", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await page.goto("/catalog?denomination=open&currency=EUR&q=choose%20your%20amount");
  const name = await page.getByRole("row").getByRole("link").first().innerText();
  await page.getByRole("link", { name }).first().click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("heading", { name: "Orders with this product" })).toBeVisible();
  await expect(sheet).toContainText("No orders yet");
  const slider = sheet.getByRole("slider", { name: /^Amount from €/ });
  const amount = sheet.getByRole("textbox", { name: "Amount" });
  await slider.focus();
  for (const key of ["Home", "ArrowRight", "PageUp", "End", "PageDown", "ArrowLeft"]) {
    await page.keyboard.press(key);
    // Each position is a valid amount, and is read out as money.
    await expect(amount).not.toHaveAttribute("aria-invalid", "true");
    const typed = parseAmount(await amount.inputValue(), "EUR");
    const read = typed.ok ? formatAmount(typed.minor, "EUR") : "no amount";
    await expect(slider).toHaveAttribute("aria-valuetext", read);
  }
  const box = await slider.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Home");
  const chosen = await amount.inputValue();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await addToOrder(page, name, { amount: chosen, quantity: "2" });
  await page.goto("/orders/new");
  await reviewAndSend(page);
  const reference = await referenceOf(page);

  await page.goto("/catalog");
  await page.getByRole("main").getByRole("searchbox").fill(name);
  await page.getByRole("link", { name }).first().click();
  const link = page.getByRole("link", { name: reference });
  await expect(sheet.getByRole("listitem").filter({ has: link })).toContainText(`2 × €${chosen}`);
  expect(await accessibilityProblems(page)).toEqual([]);
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(reference);
});

test("support sees the orders of a product, and an administrator that all products were readable", async ({
  asSupport: support,
  asAdmin: admin,
}) => {
  await support.goto("/catalog?q=Scenario");
  await support.getByRole("row").getByRole("link").first().click();
  await expect(
    support.getByRole("dialog").getByRole("heading", { name: "Orders with this product" }),
  ).toBeVisible();
  await admin.goto("/settings?tab=connection");
  const unreadable = admin.getByRole("term").filter({ hasText: "Unreadable products" });
  await expect(unreadable.locator("xpath=following-sibling::dd[1]")).toHaveText("None");
});
