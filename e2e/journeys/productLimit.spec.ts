import type { Page } from "@playwright/test";
import { fillDraft, readyToPlace, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { memberPage } from "#e2e/support/memberPage.ts";
import { paste } from "#e2e/support/paste.ts";

const REASON = "A promotion until Sunday";
const left = (count: number) =>
  `Your team orders at most 3 codes of this product a day (UTC): ${count} left. Reason: ${REASON}`;
const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true });

/** Opens the builder with lines of the product. */
async function openBuilder(page: Page, productId: number, ...quantities: string[]): Promise<void> {
  await fillDraft(
    page,
    quantities.map((quantity) => ({ productId, quantity })),
  );
  await page.goto("/orders/new", { waitUntil: "networkidle" });
}

test("an administrator limits a product to three codes a day, and the builder and the import say what is left of them", async ({
  asAdmin,
  browser,
  stack,
}) => {
  // No other journey orders this product.
  const productId = await scenario({ url: stack.sandboxUrl, key: stack.sandboxKey }, "estimate-far");
  const name = `Lina Limited ${Date.now()}`;
  const buyer = await memberPage(browser, asAdmin, stack.url, { name, role: "buyer" });

  await asAdmin.goto("/team", { waitUntil: "networkidle" });
  await asAdmin.getByRole("button", { name: "Add product limit" }).click();
  const dialog = asAdmin.getByRole("dialog", { name: "Add product limit" });
  await dialog.getByLabel("Product ID").fill(String(productId));
  await dialog.getByLabel("Most codes").fill("3");
  await dialog.getByRole("button", { name: "Save product limit" }).click();
  await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  await dialog.getByLabel("Reason").fill(REASON);
  expect(await accessibilityProblems(asAdmin)).toEqual([]);
  await dialog.getByRole("button", { name: "Save product limit" }).click();
  await expect(dialog).toBeHidden();
  const table = asAdmin.getByRole("table", { name: "Product limits" });
  const row = table.getByRole("row", { name: `(${productId})` });
  await expect(row).toContainText(REASON);
  expect(await accessibilityProblems(asAdmin)).toEqual([]);

  await openBuilder(buyer, productId, "2", "2");
  await expect(shown(buyer, left(3))).toHaveCount(2);
  expect(await accessibilityProblems(buyer)).toEqual([]);
  await buyer.getByRole("textbox", { name: "Quantity of line 2" }).fill("1");
  await expect(shown(buyer, left(3))).toHaveCount(0);
  await reviewAndSend(buyer);
  await referenceOf(buyer);

  await openBuilder(buyer, productId, "1");
  await expect(shown(buyer, left(0))).toHaveCount(1);
  await buyer.getByRole("combobox", { name: "Add a product" }).focus();
  await paste(buyer, `Product ID\tQuantity\n${productId}\t1\n`);
  const sheet = buyer.getByRole("dialog", { name: "Import lines" });
  await expect(sheet.getByText(left(0))).toBeVisible();
  await buyer.keyboard.press("Escape");
  await sheet.getByRole("button", { name: "Close without it" }).click();

  // A limit that is set while the review is open: the transaction refuses the order, on its line.
  await row.getByRole("button", { name: /^Edit limit of/ }).click();
  const edited = asAdmin.getByRole("dialog", { name: "Edit product limit" });
  await edited.getByRole("button", { name: "Remove limit" }).click();
  await expect(row).toHaveCount(0);
  await openBuilder(buyer, productId, "1");
  await buyer.getByRole("button", { name: "Review order" }).click();
  const place = await readyToPlace(buyer);
  await asAdmin.getByRole("button", { name: "Add product limit" }).click();
  await dialog.getByLabel("Product ID").fill(String(productId));
  await dialog.getByLabel("Most codes").fill("0");
  await dialog.getByLabel("Reason").fill("Recalled");
  await dialog.getByRole("button", { name: "Save product limit" }).click();
  await expect(row).toContainText("Blocked");
  await place.click();
  await expect(shown(buyer, "Your team has blocked this product. Reason: Recalled").first()).toBeVisible();
});
