import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { addMember } from "#e2e/support/newMember.ts";

test("somebody is invited by a link that survives Esc, joins with it once, and signs in", async ({
  asAdmin,
  browser,
  stack,
  page,
}) => {
  await asAdmin.goto("/team");
  await asAdmin.getByRole("button", { name: "Invite member" }).click();
  await asAdmin.getByLabel("E-mail").fill("nia@partner.example");
  await asAdmin.getByRole("dialog").getByRole("button", { name: "Invite member" }).click();
  const dialog = asAdmin.getByRole("dialog", { name: "Invitation for nia@partner.example" });
  await expect(dialog).toBeVisible();
  await asAdmin.keyboard.press("Escape");
  await asAdmin.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  const link = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("button", { name: "I've saved it" }).click();
  await expect(dialog).toBeHidden();
  const open = asAdmin.getByRole("table", { name: "Invitations" });
  await expect(open).toContainText("nia@partner.example");

  // Two tabs show it; the first one joins, and the other is told.
  const other = await (await browser.newContext({ baseURL: stack.url })).newPage();
  for (const tab of [page, other]) {
    await tab.goto(link);
    await tab.getByLabel("Your name").fill("Nia New");
    await tab.getByLabel("Password").fill("four plain words here 7");
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Join the team" }).click();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Orders" })).toBeVisible();
  await other.getByRole("button", { name: "Join the team" }).click();
  await expect(other.getByText("This invitation has already been accepted")).toBeVisible();
  await asAdmin.reload();
  await expect(open).toBeHidden();
  await expect(asAdmin.getByRole("table", { name: "Members" })).toContainText("Nia New");
});

test("an administrator who gives up the role is warned before, and leaves the page at once", async ({
  asAdmin,
  page,
}) => {
  await signInAsNewAdmin(asAdmin, page, { name: "Second Admin", email: "second@partner.example" });
  await page.getByRole("button", { name: "Actions for Second Admin" }).click();
  await page.getByRole("menuitemradio", { name: "Buyer" }).click();
  const warning = page.getByRole("dialog", { name: "Change your own role to Buyer?" });
  await expect(warning).toContainText("You stop being an administrator immediately");
  await warning.getByRole("button", { name: "Change my role" }).click();
  await expect(page.getByRole("link", { name: "Team" })).toBeHidden();
  await expect(page.getByRole("navigation").getByRole("link", { name: "New order" })).toBeVisible();
});

test("an administrator who disables their own account is warned before, and is signed out at once", async ({
  asAdmin,
  page,
}) => {
  await signInAsNewAdmin(asAdmin, page, { name: "Third Admin", email: "third@partner.example" });
  await page.getByRole("button", { name: "Actions for Third Admin" }).click();
  await page.getByRole("menuitem", { name: "Disable…" }).click();
  const warning = page.getByRole("dialog", { name: "Disable your own account?" });
  await expect(warning).toContainText("Only another administrator can undo this");
  await warning.getByRole("button", { name: "Disable my account" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("a message about a failed sign-in goes with what was typed", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill("nobody@partner.example");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const message = page.getByText("Incorrect e-mail or password", { exact: false });
  await expect(message).toBeVisible();
  await page.getByLabel("E-mail").fill("");
  await page.getByLabel("Password", { exact: true }).fill("");
  await expect(message).toBeHidden();
});

/** Adds an administrator, who signs in on `page`, replaces the one-time password before anything else, and opens the team. */
async function signInAsNewAdmin(
  asAdmin: Page,
  page: Page,
  { name, email }: { name: string; email: string },
): Promise<void> {
  const { password } = await addMember(asAdmin, { name, email, role: "admin" });
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/new-password$/);
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/new-password$/);
  await page.getByLabel("One-time password").fill(password);
  await page.getByLabel("New password").fill("four plain words here 7");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("link", { name: "Team" }).click();
}
