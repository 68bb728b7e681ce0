import { expect, test } from "#e2e/fixtures/test.ts";

test("rules that are not saved yet are still there after a look at another tab of the settings", async ({
  asAdmin: page,
}) => {
  await page.goto("/settings?tab=codes", { waitUntil: "networkidle" });
  const tabs = page.getByRole("navigation", { name: "Settings" });
  const large = page.getByRole("checkbox", { name: "Have a second member release large exports" });
  const limit = page.getByLabel("Codes a member may export within 24 hours without a release");
  await large.check();
  await limit.fill("250");
  await tabs.getByRole("link", { name: "Security" }).click();
  const password = page.getByRole("checkbox", { name: /^Ask for the password too/ });
  const wasAsked = await password.isChecked();
  await password.setChecked(!wasAsked);
  await expect(large).toHaveCount(0);
  await tabs.getByRole("link", { name: "Codes", exact: true }).click();
  await expect(large).toBeChecked();
  await expect(limit).toHaveValue("250");
  await tabs.getByRole("link", { name: "Security" }).click();
  await expect(password).toBeChecked({ checked: !wasAsked });
  await page.reload();
  await expect(password).toBeChecked({ checked: wasAsked });
});
