import { emptyDraft } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

const FIXED = "Scenario: delivers codes as plain strings";

test("two members build one draft: they see each other, and nothing that either typed is lost", async ({
  asBuyer: page,
  asAdmin: other,
}) => {
  await emptyDraft(page);
  await page.goto("/orders/new");
  await page.getByRole("button", { name: "New draft" }).click();
  const name = `Team ${Date.now()}`;
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  for (const line of [1, 2]) {
    await page.getByRole("combobox", { name: "Add a product" }).fill(FIXED);
    await page.getByRole("option").first().click();
    await expect(page.getByRole("textbox", { name: `Quantity of line ${line}` })).toBeFocused();
  }
  await page.getByRole("button", { name: "More about this draft" }).click();
  await page.getByRole("menuitem", { name: "Share with the team" }).click();
  await expect(page.getByText(/^Saved/)).toBeVisible();

  await other.goto("/orders/new");
  await other.getByRole("navigation", { name: "Drafts" }).getByRole("link", { name }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(other.getByText(/has this draft open too/)).toBeVisible();
  await other.getByRole("textbox", { name: "Quantity of line 2" }).focus();
  await expect(page.getByText(/is editing this line/)).toBeVisible();

  await page.getByRole("textbox", { name: "Quantity of line 1" }).fill("5");
  await other.getByRole("textbox", { name: "Quantity of line 2" }).fill("8");
  for (const each of [page, other]) {
    await expect(each.getByRole("textbox", { name: "Quantity of line 1" })).toHaveValue("5");
    await expect(each.getByRole("textbox", { name: "Quantity of line 2" })).toHaveValue("8");
  }
  // A member's own undo keeps what the other one typed.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("textbox", { name: "Quantity of line 1" })).toHaveValue("1");
  await expect(page.getByRole("textbox", { name: "Quantity of line 2" })).toHaveValue("8");

  await page.getByRole("button", { name: "More about this draft" }).click();
  await page.getByRole("menuitem", { name: "Delete draft" }).click();
  await expect(page.getByRole("status").filter({ hasText: `Deleted ${name}` })).toBeVisible();
  await page.getByRole("button", { name: "Restore draft" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByRole("textbox", { name: "Quantity of line 2" })).toHaveValue("8");
  await page.getByRole("button", { name: "More about this draft" }).click();
  await page.getByRole("menuitem", { name: "Delete draft" }).click();
  await expect(page.getByRole("status").filter({ hasText: `Deleted ${name}` })).toBeVisible();
});
