import { fillDraft } from "#scripts/browser/orderSteps.ts";
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
  // As after single sign-on that let nobody in.
  await page.goto(`${page.url()}&error=AccessDenied`);
  const buyer = stack.members.find(({ role }) => role === "buyer");
  await page.getByLabel("E-mail").fill(buyer?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(buyer?.password ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/orders\?state=processing$/);
});

test("who is signed out while they type is told so, and finds what they typed after signing in", async ({
  asBuyer: page,
  stack,
}) => {
  await fillDraft(page, [{ productId: 900005 }]);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await page.context().clearCookies();
  await page.getByLabel("Note", { exact: true }).fill("typed after the session ended");
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  const buyer = stack.members.find(({ role }) => role === "buyer");
  await page.getByLabel("E-mail").fill(buyer?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(buyer?.password ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("Note", { exact: true })).toHaveValue("typed after the session ended");
});
