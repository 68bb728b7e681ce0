import type { Page } from "@playwright/test";
import {
  addToOrder,
  emptyDraft,
  placeAnyway,
  readyToPlace,
  referenceOf,
  reviewAndSend,
} from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { holdRequests } from "#e2e/support/holdRequests.ts";

const PRODUCT = "Scenario: takes five minutes";

/** Adds the product to an empty draft, and opens the draft on each of these pages. */
async function openDraft(quantity: string, page: Page, ...others: Page[]): Promise<void> {
  await emptyDraft(page);
  await addToOrder(page, PRODUCT, { quantity });
  for (const each of [page, ...others]) await openBuilder(each);
}

async function openBuilder(page: Page): Promise<void> {
  await page.goto("/orders/new");
  await expect(page.getByRole("textbox", { name: /^Quantity/ }).first()).toBeVisible();
}

test.describe("one draft on two devices", () => {
  test("is bought once: the review that was open on the other one is refused with the order", async ({
    asBuyer: page,
    asBuyerElsewhere: other,
    stack,
  }) => {
    await openDraft("3", page, other);
    await other.getByRole("button", { name: "Review order" }).click();
    await expect(await readyToPlace(other)).toBeEnabled();
    const before = await stack.control("GET", "orders");
    await reviewAndSend(page);
    const reference = await referenceOf(page);

    await placeAnyway(other);
    await expect(
      other
        .getByRole("dialog")
        .getByText(/already ordered/)
        .first(),
    ).toContainText(reference);
    await other.getByRole("dialog").getByRole("link", { name: "View order" }).first().click();
    expect(await referenceOf(other)).toBe(reference);
    const after = await stack.control("GET", "orders");
    expect([before, after].map((stored) => (Array.isArray(stored) ? stored.length : null))).toEqual(
      Array.isArray(before) ? [before.length, before.length + 1] : [],
    );
  });

  test("is not bought with a quantity that was changed on the other one", async ({
    asBuyer: page,
    asBuyerElsewhere: other,
  }) => {
    await openDraft("2", page, other);
    await page.getByRole("button", { name: "Review order" }).click();
    await expect(page.getByRole("button", { name: /^Place test order ·/ })).toBeVisible();
    const saved = other.waitForResponse(
      (answer) => answer.url().endsWith("/api/orders/draft") && answer.request().method() === "PATCH",
    );
    await other.getByRole("textbox", { name: /^Quantity/ }).fill("5");
    await saved;

    await placeAnyway(page);
    await expect(
      page.getByRole("dialog").getByText(/changed elsewhere after you opened the review/),
    ).toBeVisible();
    await page.getByRole("button", { name: "Back to draft" }).click();
    await expect(page.getByRole("textbox", { name: /^Quantity/ })).toHaveValue("5");
    await reviewAndSend(page);
    await referenceOf(page);
  });

  test("informs the one that types too late that its change is not part of the order", async ({
    asBuyer: page,
    asBuyerElsewhere: other,
  }) => {
    await openDraft("4", page, other);
    // The other device reads the draft again by itself, at some moment.
    const hear = await holdRequests(other, /\/api\/orders\/draft/);
    await reviewAndSend(page);
    const reference = await referenceOf(page);
    await other.getByRole("textbox", { name: /^Quantity/ }).fill("9");
    hear();
    const notice = other.getByRole("alert").filter({ hasText: reference });
    await expect(notice).toContainText("“9”");
    await expect(notice).toContainText("not part of the order");
    await expect(other.getByText("Your order is empty")).toBeVisible();
    // It outlives a reload, until it has been read.
    await other.reload();
    await expect(notice).toContainText("“9”");
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toHaveCount(0);
  });
});

test("a second tab of the same browser shows at once that the draft was ordered", async ({
  asBuyer: page,
}) => {
  const tab = await page.context().newPage();
  await openDraft("6", page, tab);
  await tab.getByRole("button", { name: "Review order" }).click();
  await expect(tab.getByRole("button", { name: /^Place test order ·/ })).toBeVisible();
  await reviewAndSend(page);
  const reference = await referenceOf(page);
  await expect(tab.getByRole("dialog").getByText(/already ordered/)).toContainText(reference);
  await expect(tab.getByRole("button", { name: /^Place test order ·/ })).toBeDisabled();
});

test("the same order a moment later needs a confirmation", async ({ asBuyer: page }) => {
  await openDraft("17", page);
  await reviewAndSend(page);
  const reference = await referenceOf(page);
  await addToOrder(page, PRODUCT, { quantity: "17" });
  await openBuilder(page);
  await page.getByRole("button", { name: "Review order" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toContainText("placed the same order");
  await expect(dialog.getByRole("link", { name: reference })).toBeVisible();
  const place = dialog.getByRole("button", { name: /^Place test order ·/ });
  await expect(place).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "Place it anyway" }).check();
  await place.click();
  expect(await referenceOf(page)).not.toBe(reference);
});
