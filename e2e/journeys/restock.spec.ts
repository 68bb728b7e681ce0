import type { Page } from "@playwright/test";
import { queueJob } from "#scripts/testStack/queueJob.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { untilState } from "#e2e/support/placeOrder.ts";

const NAME = /is estimated in words/;
const rule = (page: Page) => page.getByRole("listitem").filter({ hasText: NAME });

test("a rule that another member approves refills the stock, and again when it was sold down to the minimum", async ({
  asBuyer: page,
  asApprover,
  stack,
}) => {
  // No other journey orders this product.
  const productId = await scenario({ url: stack.sandboxUrl, key: stack.sandboxKey }, "estimate-garbage");
  await page.goto("/catalog", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Stock", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Stock", level: 1 })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Add restock rule" }).click();
  const dialog = page.getByRole("dialog", { name: "Add restock rule" });
  await dialog.getByLabel("Product ID").fill(String(productId));
  await dialog.getByLabel("When too few are left").selectOption({ label: "Order" });
  await dialog.getByLabel("Keep at least").fill("2");
  await dialog.getByLabel("Refill to").fill("3");
  await dialog.getByRole("button", { name: "Save restock rule" }).click();
  await expect(dialog.getByText("Enter an amount.")).toHaveCount(2);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel("Highest price of a code").fill("500");
  await dialog.getByLabel("Most in a day (UTC)").fill("5000");
  await dialog.getByRole("button", { name: "Save restock rule" }).click();
  await expect(dialog).toBeHidden();
  await expect(rule(page)).toContainText("Awaiting approval");
  await expect(rule(page)).toContainText("Keeps 2, refills to 3");

  await asApprover.goto("/stock", { waitUntil: "networkidle" });
  await rule(asApprover)
    .getByRole("button", { name: /^Approve rule/ })
    .click();
  await expect(rule(asApprover)).not.toContainText("Awaiting approval");

  const first = await orderedByRule(page, stack.databaseUrl, "Ordered 3 codes");
  await untilState(page, first, "completed");
  await page.goto(`/orders/${first}`, { waitUntil: "networkidle" });
  await expect(page.getByRole("link", { name: /^Restock rule/ })).toBeVisible();
  await page.goto("/codes", { waitUntil: "networkidle" });
  await page
    .getByRole("row", { name: NAME })
    .getByRole("button", { name: /^Hand out/ })
    .click();
  const handOut = page.getByRole("dialog");
  await handOut.getByLabel("Customer reference").fill(`C-${Date.now()}`);
  await handOut.getByRole("textbox", { name: "Codes" }).fill("2");
  await handOut.getByRole("button", { name: "Hand out 2 codes" }).click();
  await expect(handOut.getByRole("group", { name: "2 codes" })).toBeVisible();

  const second = await orderedByRule(page, stack.databaseUrl, "Ordered 2 codes");
  await untilState(page, second, "completed");
  await page.goto("/stock", { waitUntil: "networkidle" });
  await expect(rule(page)).toContainText("3 untouched");
});

/** Has the rules act until the rule says so of its last run. Returns the order's reference. */
async function orderedByRule(page: Page, databaseUrl: string, words: string): Promise<string> {
  const link = rule(page).getByRole("link", { name: words });
  await expect
    .poll(async () => {
      await queueJob(databaseUrl, "restock");
      await page.goto("/stock", { waitUntil: "networkidle" });
      return link.count();
    })
    .toBe(1);
  const href = await link.getAttribute("href");
  return decodeURIComponent(href?.split("/").at(-1) ?? "");
}
