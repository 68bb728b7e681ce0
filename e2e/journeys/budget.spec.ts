import { fillDraft } from "#scripts/browser/orderSteps.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";

test("an administrator makes a hard budget for a tag, and the builder and the refusal say what is left of it", async ({
  asAdmin,
  asBuyer,
  stack,
}) => {
  const productId = await scenario({ url: stack.sandboxUrl, key: stack.sandboxKey }, "slow");
  const name = `Campaigns ${Date.now()}`;
  const tag = `campaign-${Date.now()}`;
  await asAdmin.goto("/wallet/budgets", { waitUntil: "networkidle" });
  await asAdmin.getByRole("button", { name: "Add budget" }).click();
  const dialog = asAdmin.getByRole("dialog", { name: "Add budget" });
  await dialog.getByRole("button", { name: "Save budget" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Amounts").fill("EUR 15");
  await dialog.getByLabel("Tags").fill(tag);
  expect(await accessibilityProblems(asAdmin)).toEqual([]);
  await dialog.getByRole("button", { name: "Save budget" }).click();
  await expect(dialog).toBeHidden();
  const section = asAdmin.getByRole("region", { name });
  await expect(section).toContainText("€15.00 of €15.00 left");
  await expect(section).toContainText(`Covers orders of tags ${tag}`);
  expect(await accessibilityProblems(asAdmin)).toEqual([]);

  await fillDraft(asBuyer, [{ productId, quantity: "2" }]);
  await asBuyer.goto("/orders/new", { waitUntil: "networkidle" });
  const totals = asBuyer.getByRole("region", { name: "Totals" });
  await expect(totals).not.toContainText(name);
  await asBuyer.getByLabel("Tags").fill(tag);
  await expect(totals).toContainText(`€15.00 of €15.00 left in ${name}`);
  await expect(totals).toContainText("This order is beyond it and would be refused.");
  await asBuyer.getByRole("textbox", { name: "Quantity of line 1" }).fill("1");
  await expect(totals).not.toContainText("would be refused");
  expect(await accessibilityProblems(asBuyer)).toEqual([]);

  await section.getByRole("button", { name: `Edit budget ${name}` }).click();
  await asAdmin
    .getByRole("dialog", { name: "Edit budget" })
    .getByRole("button", { name: "Close budget" })
    .click();
  await expect(section).toContainText("Closed");
});
