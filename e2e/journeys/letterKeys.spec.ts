import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { fillDraft, readyToPlace, referenceOf } from "#scripts/browser/orderSteps.ts";

test("letters open pages, move through a list and select, and are only letters in a field", async ({
  asBuyer: page,
}) => {
  await page.goto("/orders", { waitUntil: "networkidle" });
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/catalog$/);
  const links = page.getByRole("table", { name: "Products" }).getByRole("link");
  await expect(links.first()).toBeVisible();
  await page.keyboard.press("j");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("j");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("x");
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await expect(boxes.nth(1)).toBeChecked();
  await page.keyboard.press("k");
  await expect(links.first()).toBeFocused();

  const search = page.getByRole("main").getByRole("searchbox");
  await search.pressSequentially("gcxj");
  await expect(search).toHaveValue("gcxj");
  await expect(page).toHaveURL(/\/catalog\?q=gcxj$/);
  await search.blur();
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/orders\/new$/);
});

test("Ctrl Enter reviews an order, then leads to the button that places it, and presses it only after that", async ({
  asBuyer: page,
  stack,
}) => {
  const productId = await scenario({ url: stack.sandboxUrl, key: stack.sandboxKey }, "slow");
  await fillDraft(page, [{ productId }]);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await page.keyboard.press("Control+Enter");
  const place = await readyToPlace(page);
  await expect(place).toBeEnabled();
  await page.keyboard.press("Control+Enter");
  await expect(place).toBeFocused();
  await expect(page.getByRole("dialog", { name: "Review order" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await referenceOf(page);
});
