import {
  addToOrder,
  emptyDraft,
  readyToPlace,
  referenceOf,
  reviewAndSend,
} from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { completed } from "#e2e/support/completed.ts";
import { holdRequests } from "#e2e/support/holdRequests.ts";
import { WITH_MOTION } from "#e2e/support/withMotion.ts";

test.use(WITH_MOTION);

test("a buyer buys a fixed product, watches it being fulfilled, and reveals and copies the codes", async ({
  asBuyer: page,
  stack,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings", { quantity: "3" });
  await page.goto("/orders/new");
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("€30.00");
  await reviewAndSend(page);
  const reference = await referenceOf(page);
  expect(reference).toMatch(/^CD-/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(reference);
  await expect(completed(page)).toBeVisible();

  // No part of a code is in the page before it is revealed.
  expect(await page.content()).not.toContain("TEST-");
  await page.getByLabel("Reason (optional)").fill("for the customer");
  await page.getByRole("button", { name: "Reveal 3 codes" }).click();
  const code = page.getByText(/^TEST-[0-9A-F]{4}-/).first();
  await expect(code).toBeVisible();
  await expect(page.getByText(/Hides in/)).toBeVisible();
  await page.getByRole("button", { name: "Hide codes" }).click();
  await expect(page.getByText(/^TEST-/)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("for the customer");

  const stored = await stack.control("GET", `orders?code=${reference}`);
  expect(stored).toHaveLength(1);

  // The draft no longer contains what was sent, and the list has the order.
  await page.goto("/orders/new");
  await expect(page.getByText("Your order is empty")).toBeVisible();
  await page.goto("/orders");
  await expect(page.getByRole("link", { name: reference })).toBeVisible();
});

test("a double click on send, a reload and the back button buy once", async ({ asBuyer: page, stack }) => {
  await emptyDraft(page);
  await stack.control("DELETE", "requests");
  await addToOrder(page, "Scenario: takes five minutes");
  await page.goto("/orders/new");
  await page.getByRole("button", { name: "Review order" }).click();
  const place = await readyToPlace(page);
  await place.dblclick();
  const reference = await referenceOf(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(reference);
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(reference);
  const requests = await stack.control("GET", `requests?code=${reference}`);
  expect(requests).toEqual([expect.objectContaining({ method: "POST" })]);
});

test("the button that reviews an order stays where it is while the wallet is read", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  const letThrough = await holdRequests(page, "**/api/wallet");
  await page.goto("/orders/new");
  const totals = page.getByRole("region", { name: "Totals" });
  const review = totals.getByRole("button", { name: "Review order" });
  await expect(review).toBeEnabled();
  const before = await review.boundingBox();
  letThrough();
  await expect(totals).toContainText("Wallet · available");
  expect(await review.boundingBox()).toEqual(before);
});

test("the button that continues with an order stays where it is when the total is known", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  await page.goto("/orders/new");
  const totals = page.getByRole("region", { name: "Totals" });
  const quantity = page.getByRole("textbox", { name: "Quantity of line 1" });
  await quantity.fill("none");
  const fix = totals.getByRole("button", { name: "Fix 1 line to continue" });
  await expect(totals).toContainText("Wallet · available");
  const before = await fix.boundingBox();
  await quantity.fill("2");
  const review = totals.getByRole("button", { name: "Review order" });
  await expect(review).toBeEnabled();
  expect((await review.boundingBox())?.y).toBe(before?.y);
});

test("tags that an order cannot have are corrected before the review", async ({ asBuyer: page }) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  await page.goto("/orders/new");
  const totals = page.getByRole("region", { name: "Totals" });
  const tags = page.getByRole("textbox", { name: "Tags" });
  await tags.fill("x".repeat(41));
  await totals.getByRole("button", { name: "Fix the tags to continue" }).click();
  await expect(tags).toBeFocused();
  await tags.fill("spring");
  await reviewAndSend(page);
  await referenceOf(page);
  await expect(page.getByText("spring", { exact: true })).toBeVisible();
});

test("a check before the confirmation that takes long says what it waits for, and that nothing was sent", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  await page.goto("/orders/new");
  const answer = await holdRequests(page, "**/api/orders/preflight");
  await page.getByRole("button", { name: "Review order" }).click();
  const waits = page.getByText(
    "Still checking 1 product with the service, as its rate limit allows. Nothing has been sent.",
  );
  await expect(waits).toBeVisible();
  answer();
  await expect(page.getByRole("button", { name: /^Place test order ·/ })).toBeVisible();
  await expect(waits).toBeHidden();
});
