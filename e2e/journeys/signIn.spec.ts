import { expect, test } from "#e2e/fixtures/test.ts";

test("a member of each role comes in and is known by name", async ({ asAdmin, asBuyer, asSupport }) => {
  for (const page of [asAdmin, asBuyer, asSupport]) {
    await page.goto("/");
    await expect(page).not.toHaveURL(/sign-in/);
  }
});

test("a stranger is sent to sign in, and comes back to where they wanted to go", async ({ page, stack }) => {
  await page.goto("/orders?state=processing");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  const buyer = stack.members.find(({ role }) => role === "buyer");
  await page.getByLabel("E-mail").fill(buyer?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(buyer?.password ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/orders\?state=processing$/);
});
