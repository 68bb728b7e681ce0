import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

test("a refusal is shown in the service's words on the line it is about, and nothing typed is lost", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: is not available for purchase (422)", { quantity: "2" });
  await page.goto("/orders/new");
  await page.getByLabel("Note").fill("for the summer party");
  await reviewAndSend(page);
  const review = page.getByRole("dialog");
  await expect(review.getByText("Rejected by the service. Nothing was bought.")).toBeVisible();
  // Once, on its line: the message below the lines does not repeat it.
  await expect(review.getByText(/^Product 9\d{5} is not available for purchase\./)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Note")).toHaveValue("for the summer party");
  await expect(page.getByRole("textbox", { name: /^Quantity/ })).toHaveValue("2");
});

test("a price that the service names in minor units is an amount in the review too", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: costs more when ordered than when fetched (400)");
  await page.goto("/orders/new");
  await reviewAndSend(page);
  await expect(page.getByRole("dialog")).toContainText(/price mismatch: expected 1050 = €10\.50/);
});

test("a partial delivery says how many of how many, and offers an order for the missing ones", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers all but the last quarter", { quantity: "8" });
  await page.goto("/orders/new");
  await reviewAndSend(page);
  await referenceOf(page);
  await expect(page.getByText("6 of 8 codes were delivered.")).toBeVisible();
  await page.getByRole("button", { name: "Reorder 2 missing codes" }).click();
  await expect(page).toHaveURL(/\/orders\/new/);
  await expect(page.getByRole("textbox", { name: /^Quantity/ })).toHaveValue("2");
});

test("an undelivered order gives the service's reason and has nothing to reveal", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers nothing");
  await page.goto("/orders/new");
  await reviewAndSend(page);
  await referenceOf(page);
  await expect(page.getByText("The provider has no stock of this product.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Reveal/ })).toHaveCount(0);
});

test("an order without an answer says not to place it again, and is found automatically", async ({
  asBuyer: page,
  stack,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: is placed, but the connection breaks");
  await page.goto("/orders/new");
  await reviewAndSend(page);
  const reference = await referenceOf(page);
  // The explanation of the state says so too, once it is opened.
  const warning = page.getByText(/Don't place it again/).filter({ visible: true });
  await expect(warning.first()).toBeVisible();
  // Its code may already be there by then.
  const found = page.getByText(/^Order accepted|^The code was delivered/).first();
  await expect(found).toBeVisible();
  await expect(warning).toHaveCount(0);
  expect(await stack.control("GET", `orders?code=${reference}`)).toHaveLength(1);
});
