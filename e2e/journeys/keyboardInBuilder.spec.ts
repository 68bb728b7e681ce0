import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { holdRequests } from "#e2e/support/holdRequests.ts";
import { expectFocus } from "#e2e/support/expectFocus.ts";

const PRODUCT = "Scenario: delivers codes as plain strings";

test("what is typed into a number replaces it, and the focus never falls out of the page", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await page.goto("/catalog");
  await page.getByRole("main").getByRole("searchbox").fill(PRODUCT);
  await page.getByRole("link", { name: PRODUCT }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Quantity").click();
  await page.keyboard.type("2");
  await expect(sheet.getByLabel("Quantity")).toHaveValue("2");

  await page.goto("/orders/new");
  const picker = page.getByRole("combobox", { name: "Add a product" });
  for (const take of [() => page.keyboard.press("Enter"), () => page.getByRole("option").first().click()]) {
    await picker.fill(PRODUCT);
    await expect(page.getByRole("option").first()).toBeVisible();
    await take();
    const last = page.getByRole("textbox", { name: /^Quantity/ }).last();
    await expect(last).toBeFocused();
    await page.keyboard.type("3");
    await expect(last).toHaveValue("3");
  }
  await page
    .getByRole("textbox", { name: /^Quantity/ })
    .first()
    .click();
  await page.keyboard.type("4");
  await expect(page.getByRole("textbox", { name: /^Quantity/ }).first()).toHaveValue("4");

  await page.getByRole("button", { name: "Remove line 2" }).click();
  await expect(picker).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expectFocus(page);
  await page.getByRole("button", { name: "Remove line 2" }).press("Enter");
  await expectFocus(page);

  const review = page.getByRole("button", { name: "Review order" });
  await review.click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Place test order ·/ })
    .waitFor();
  await page.keyboard.press("Escape");
  await expect(review).toBeFocused();
  await reviewAndSend(page);
  await referenceOf(page);
  await expectFocus(page);
});

test("right after a line was removed, and in an empty draft, keys undo and redo; a search that is typed stays its own", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, PRODUCT, { quantity: "2" });
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  const picker = page.getByRole("combobox", { name: "Add a product" });
  const lines = page.getByRole("textbox", { name: /^Quantity of line/ });
  await page.getByRole("button", { name: "Remove line 1" }).click();
  await expect(picker).toBeFocused();
  await expect(lines).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(lines).toHaveValue("2");
  await page.keyboard.press("Control+y");
  await expect(lines).toHaveCount(0);

  await picker.fill(PRODUCT);
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(lines).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(lines).toHaveCount(0);
  await expect(picker).toBeFocused();
  await page.keyboard.press("Control+y");
  await expect(lines).toHaveCount(1);

  await picker.click();
  await page.keyboard.type("gift");
  await page.keyboard.press("Control+z");
  await expect(picker).not.toHaveValue("gift");
  await expect(lines).toHaveCount(1);
});

test("Enter that comes before the results waits for them, unless the search goes on", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  const picker = page.getByRole("combobox", { name: "Add a product" });
  const lines = page.getByRole("textbox", { name: /^Quantity of line/ });

  const answerGift = await holdRequests(page, "**/api/catalog/suggestions");
  await picker.fill("gift");
  await picker.press("Enter");
  await expect(page.getByText("Searching…")).toBeVisible();
  await picker.pressSequentially(" card");
  answerGift();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(lines).toHaveCount(0);

  await page.unrouteAll({ behavior: "wait" });
  const answer = await holdRequests(page, "**/api/catalog/suggestions");
  await picker.fill(PRODUCT);
  await picker.press("Enter");
  answer();
  await expect(lines).toBeFocused();
  await expect(page.getByRole("row", { name: `line 1: ${PRODUCT}` })).toBeVisible();
});
