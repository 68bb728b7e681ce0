import type { Page } from "@playwright/test";
import { emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { completed } from "#e2e/support/completed.ts";

/** An open product of the sandbox in euros, with a range and a step that people often get wrong. */
async function openProduct(page: Page) {
  const answer = await page.request.get(
    "/api/catalog/products?denomination=open&currency=EUR&q=choose%20your%20amount&take=100",
  );
  const {
    items,
  }: {
    items: {
      id: number;
      name: string;
      denominationMinValue: number;
      denominationMaxValue: number;
      denominationStep: number;
    }[];
  } = await answer.json();
  const found = items.find(
    ({ denominationMinValue: min, denominationMaxValue: max, denominationStep: step }) =>
      min === 1_000 && max === 50_000 && step === 2_500,
  );
  if (found === undefined) throw new Error("the catalog has no product from 10 to 500 in steps of 25");
  return found;
}

test("a buyer mistypes an amount in five ways, is told each time what to change, and buys at the right one", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  const product = await openProduct(page);
  await page.goto("/orders/new");
  const adder = page.getByRole("combobox", { name: "Add a product" });
  await adder.fill(String(product.id));
  await page.getByRole("option").first().click();
  const line = page.getByRole("row", { name: /^line 1/ });
  const amount = line.getByRole("textbox", { name: /^Amount/ });
  for (const [typed, told] of [
    ["abc", /amount/i],
    ["5", /at least €10\.00/i],
    ["600", /at most €500\.00/i],
    ["26", /steps of €25\.00/i],
    ["25.123", /decimal|digits|€/i],
  ] as const) {
    await amount.fill(typed);
    await expect(page.getByRole("table", { name: "Lines of the order" })).toContainText(told);
    await expect(amount).toHaveValue(typed);
    await expect(amount).toHaveAttribute("aria-invalid", "true");
  }
  await amount.fill("26");
  // The nearest valid amounts are offered as buttons.
  await page.getByRole("button", { name: "€25.00" }).click();
  await expect(amount).not.toHaveAttribute("aria-invalid", "true");
  // Steps go through the valid amounts: by keyboard, and by the buttons beside the field.
  await amount.press("Alt+ArrowUp");
  await expect(amount).toHaveValue("35.00");
  await line.getByRole("button", { name: "Increase amount of line 1" }).click();
  await expect(amount).toHaveValue("60.00");
  await amount.fill("25");
  await line.getByRole("textbox", { name: /^Quantity/ }).fill("2");
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("€50.00");
  await reviewAndSend(page);
  await referenceOf(page);
  await expect(completed(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Reveal 2 codes" })).toBeVisible();
});

test("a draft survives a reload with everything as it was typed", async ({ asAdmin: page }) => {
  await emptyDraft(page);
  const product = await openProduct(page);
  await page.goto("/orders/new");
  await page.getByRole("combobox", { name: "Add a product" }).fill(String(product.id));
  await page.getByRole("option").first().click();
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/api/orders/draft") &&
      answer.request().method() === "PATCH" &&
      (answer.request().postData() ?? "").includes("25,5x"),
  );
  await page.getByRole("textbox", { name: /^Amount/ }).fill("25,5x");
  await saved;
  await page.reload();
  await expect(page.getByRole("textbox", { name: /^Amount/ })).toHaveValue("25,5x");
});
