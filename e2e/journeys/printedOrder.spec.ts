import { expect, test } from "#e2e/fixtures/test.ts";
import { placeOrder } from "#e2e/support/placeOrder.ts";

test("a printed order has its lines and what happened to it, and nothing to press or to fill in", async ({
  asBuyer: page,
  stack,
}) => {
  const reference = await placeOrder(page, stack, [["pins-as-strings", 3]]);
  await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
  const reveal = page.getByRole("button", { name: "Reveal 3 codes" });
  await expect(reveal).toBeVisible({ timeout: 20_000 });
  await page.emulateMedia({ media: "print" });
  for (const section of ["Codes", "Lines", "Timeline", "Details"]) {
    await expect(page.getByRole("heading", { level: 2, name: section })).toBeVisible();
  }
  const controls = page.locator("button, input, select, textarea").filter({ visible: true });
  expect(await controls.allTextContents()).toEqual([]);

  await page.emulateMedia({ media: null });
  await reveal.click();
  const codes = page.getByRole("table", { name: "Codes" });
  await expect(codes).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(codes).toBeVisible();
  await expect(page.getByRole("button", { name: "Hide codes" })).toBeHidden();
  await expect(page.getByText(/^Hides in/)).toBeHidden();
});
