import { emptyDraft } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

const FIXED = "Scenario: delivers codes as plain strings";

test("products are added from their rows by keyboard, and several at once, without anything moving", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await page.goto(`/catalog?q=${encodeURIComponent(FIXED)}`, { waitUntil: "networkidle" });
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: FIXED }) });
  await row.getByRole("link", { name: FIXED }).focus();
  await page.keyboard.press("Tab");
  await expect(row.getByRole("textbox", { name: `Quantity of ${FIXED}` })).toBeFocused();
  await page.keyboard.type("4");
  const before = await row.boundingBox();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "View order (1)" })).toBeVisible();
  await expect(row.getByRole("textbox", { name: `Quantity of ${FIXED}` })).toBeFocused();
  expect(await row.boundingBox()).toEqual(before);

  await page.goto("/catalog?denomination=fixed", { waitUntil: "networkidle" });
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  for (const at of [0, 1, 2]) await boxes.nth(at).check();
  const first = await page.getByRole("row").nth(1).boundingBox();
  const each = page.getByRole("textbox", { name: "Quantity of each" });
  await each.fill("none");
  await page.getByRole("button", { name: "Add 3 products" }).click();
  await expect(page.getByText("Enter a whole number, in digits only.")).toBeVisible();
  await each.fill("2");
  await each.press("Enter");
  await expect(page.getByRole("link", { name: "View order (4)" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Selected products" })).toHaveCount(0);
  expect(await page.getByRole("row").nth(1).boundingBox()).toEqual(first);
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /New order/ }),
  ).toContainText(/[1-9]\d* drafts?/);

  await page.getByRole("link", { name: "View order (4)" }).click();
  await expect(page.getByRole("textbox", { name: "Quantity of line 1" })).toHaveValue("4");
  await expect(page.getByRole("textbox", { name: "Quantity of line 4" })).toHaveValue("2");
});
