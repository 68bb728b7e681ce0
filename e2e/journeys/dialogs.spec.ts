import { expect, test } from "#e2e/fixtures/test.ts";

test("a press beside a dialog closes it, unless something was typed into it", async ({ asAdmin: page }) => {
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.goto("/settings?tab=roles", { waitUntil: "networkidle" });
  const dialog = page.getByRole("dialog", { name: "Add role" });
  const name = dialog.getByLabel("Name");
  const open = page.getByRole("button", { name: "Add role" });
  await open.click();
  await expect(name).toBeFocused();
  await page.mouse.click(4, 4);
  await expect(dialog).toHaveCount(0);

  await open.click();
  await name.fill("Night shift");
  await page.mouse.click(4, 4);
  await expect(name).toHaveValue("Night shift");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);

  await open.click();
  await dialog.getByRole("checkbox").first().check();
  await page.mouse.click(4, 4);
  await expect(dialog.getByRole("checkbox").first()).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();

  // A search is nothing that could be lost, so its dialog closes without asking.
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or jump to" });
  await palette.getByRole("combobox").fill("wallet");
  await page.mouse.click(4, 4);
  await expect(palette).toHaveCount(0);
});

test("a dialog that scrolls opens with the focus in its first field", async ({ asAdmin: page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  for (const [tab, button, field] of [
    ["tokens", "Create token", "Name"],
    ["webhooks", "Add webhook", "Address"],
    ["roles", "Add role", "Name"],
  ] as const) {
    await page.goto(`/settings?tab=${tab}`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog").getByLabel(field)).toBeFocused();
  }
});

test("a menu is beside its button when it is first painted, although the page is busy", async ({
  asBuyer: page,
}) => {
  await page.goto("/wallet", { waitUntil: "networkidle" });
  // A busy page may paint before it is told that the menu was opened.
  await page.evaluate(() => addEventListener("toggle", (event) => event.stopImmediatePropagation(), true));
  const account = page.getByRole("button", { name: "account of" });
  await account.click();
  const menu = page.locator(":popover-open");
  const [button, box] = [await account.boundingBox(), await menu.boundingBox()];
  expect(box && box.x + box.width).toBe(button && button.x + button.width);
  expect(box?.y).toBe(button && button.y + button.height + 4);
});
