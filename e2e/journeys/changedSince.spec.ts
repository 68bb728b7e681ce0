import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { asIfBefore } from "#e2e/support/asIfBefore.ts";
import { askForApproval, limitPerDay } from "#e2e/support/limitedMember.ts";
import { memberPage } from "#e2e/support/memberPage.ts";
import { productNamed } from "#e2e/support/productNamed.ts";
import { resyncCatalog } from "#e2e/support/resyncCatalog.ts";
import { fillDraft } from "#scripts/browser/orderSteps.ts";

const PLAIN = "Scenario: delivers codes as plain strings";

test("a draft, a template and an order that waits for approval say what has changed since they were made, and lead to these changes", async ({
  asAdmin,
  asApprover,
  browser,
  stack,
}) => {
  const name = `Cleo Careful ${Date.now()}`;
  const buyer = await memberPage(browser, asAdmin, stack.url, { name, role: "buyer" });
  await limitPerDay(asAdmin, name, "5");
  const { id, price } = await productNamed(buyer, PLAIN);
  await fillDraft(buyer, [{ productId: id }]);
  await buyer.goto("/orders/new", { waitUntil: "networkidle" });
  await expect(buyer.getByText("Changed in the catalog since")).toHaveCount(0);
  await buyer.getByRole("button", { name: "Save as template" }).click();
  await buyer.getByRole("dialog").getByLabel("Name").fill(name);
  await buyer.getByRole("button", { name: "Save template" }).click();
  await expect(buyer.getByRole("dialog")).toBeHidden();
  const reference = await askForApproval(buyer, "€10.00");
  await fillDraft(buyer, [{ productId: id }]);

  await asIfBefore(stack, id, { price: price * 2 });
  await resyncCatalog(stack);
  const fell = `Price of ${PLAIN} fell from €20.00 to €10.00`;

  await buyer.goto("/orders/new");
  await expect(buyer.getByText("Changed in the catalog since this draft was saved")).toBeVisible();
  await expect(buyer.getByText(fell)).toBeVisible();
  expect(await accessibilityProblems(buyer)).toEqual([]);

  await buyer.goto("/orders/templates");
  const template = buyer.getByRole("row").filter({ hasText: name });
  await expect(template).toContainText("Changed in the catalog since it was saved");
  await expect(template).toContainText(fell);
  expect(await accessibilityProblems(buyer)).toEqual([]);

  await asApprover.goto(`/orders/${encodeURIComponent(reference)}`);
  await expect(asApprover.getByText("Changed in the catalog since this order was confirmed")).toBeVisible();
  await expect(asApprover.getByText(fell)).toBeVisible();
  expect(await accessibilityProblems(asApprover)).toEqual([]);
  await asApprover.getByRole("link", { name: "See the changes" }).click();
  await expect(asApprover).toHaveURL(new RegExp(`/catalog/changes\\?product=${id}&from=`));
  const rows = asApprover.getByRole("main").getByRole("listitem").filter({ hasText: PLAIN });
  await expect(rows.first()).toContainText("(−50%)");
  const filters = asApprover.getByRole("complementary", { name: "Filters" });
  await expect(filters.getByText("Only 1 chosen product")).toBeVisible();
  await filters.getByRole("button", { name: "Show all products" }).click();
  await expect(asApprover).toHaveURL(/\/catalog\/changes\?from=[\d-]+$/);
});
