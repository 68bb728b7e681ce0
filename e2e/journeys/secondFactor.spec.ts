import type { Page } from "@playwright/test";
import { codeOf } from "#scripts/browser/authenticatorApp.ts";
import { addToOrder, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { forgetSignIns } from "#e2e/support/forgetSignIns.ts";
import { signInAsNewMember, signInWithPassword, signOut, type NewMember } from "#e2e/support/newMember.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

const STEP = 30_000;

/** Places an order and requests its codes, as if the last sign-in was long ago. */
async function askForCodes(page: Page, databaseUrl: string, member: NewMember): Promise<void> {
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await reviewAndSend(page);
  const reveal = page.getByRole("button", { name: /^Reveal/ });
  await reveal.waitFor();
  await forgetSignIns(databaseUrl, member.email);
  await page.getByLabel(/^Reason/).fill("A customer waits");
  await reveal.click();
}

/** Adds an authenticator app in the settings; its key, and the recovery codes that were shown. */
async function addApp(page: Page): Promise<{ key: string; recoveryCodes: string[] }> {
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an authenticator app" });
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  const key = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByLabel("Code that the app shows").fill("000000");
  await dialog.getByRole("button", { name: "Add authenticator app" }).click();
  await expect(dialog.getByText("This code is wrong.")).toBeVisible();
  // The earliest valid code, so that later ones are left for the following steps.
  await dialog.getByLabel("Code that the app shows").fill(codeOf(key, Date.now() - STEP));
  await dialog.getByRole("button", { name: "Add authenticator app" }).click();
  const shown = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  await page.keyboard.press("Escape");
  await expect(shown).toBeVisible();
  const recoveryCodes = await shown.getByRole("listitem").allTextContents();
  await shown.getByRole("button", { name: "I've saved them" }).click();
  return { key, recoveryCodes };
}

test("an authenticator app is added, signs in after the password, and confirms it's you before codes", async ({
  asAdmin,
  page,
  stack,
}) => {
  const member = await signInAsNewMember(asAdmin, page, "buyer");
  await page.goto("/settings", { waitUntil: "networkidle" });
  const { key, recoveryCodes } = await addApp(page);
  await expect(page.getByText("10 unused codes")).toBeVisible();
  await signOut(page);

  await signInWithPassword(page, member);
  await expect(page).toHaveURL(/\/second-factor$/);
  expect(await accessibilityProblems(page)).toEqual([]);
  // The password alone opens nothing.
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto("/second-factor", { waitUntil: "networkidle" });
  const code = page.getByLabel("Code from your authenticator app");
  await expect(code).toBeFocused();
  await code.fill(codeOf(key, Date.now()));
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");

  await askForCodes(page, stack.databaseUrl, member);
  await expect(code).toBeFocused();
  await expect(page.getByText(/^TEST-/)).toHaveCount(0);
  await code.fill(codeOf(key, Date.now() + STEP));
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^TEST-/).first()).toBeVisible();
  await signOut(page);

  await signInWithPassword(page, member);
  await page.waitForURL(/\/second-factor$/);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/settings");
  await expect(page.getByText("9 unused codes")).toBeVisible();
});

test("a passkey is added, is the second step, signs in alone, and confirms it's you before codes", async ({
  asAdmin,
  page,
  stack,
}) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const member = await signInAsNewMember(asAdmin, page, "buyer");
  await page.goto("/settings", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Add passkey" }).click();
  const naming = page.getByRole("dialog", { name: "Add a passkey" });
  await naming.getByLabel("Name").fill("Work laptop");
  await naming.getByRole("button", { name: "Continue" }).click();
  const shown = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  await shown.getByRole("button", { name: "I've saved them" }).click();
  await expect(page.getByText("Work laptop")).toBeVisible();
  await signOut(page);

  await signInWithPassword(page, member);
  await page.waitForURL(/\/second-factor$/);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await signOut(page);

  await page.goto("/sign-in?next=%2Forders", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL((url) => url.pathname === "/orders");

  await askForCodes(page, stack.databaseUrl, member);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText(/^TEST-/).first()).toBeVisible();

  await page.goto("/settings", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Rename passkey Work laptop" }).click();
  const renaming = page.getByRole("dialog", { name: "Rename passkey" });
  await renaming.getByLabel("Name").fill("Old laptop");
  await renaming.getByRole("button", { name: "Rename passkey" }).click();
  await expect(page.getByText("Work laptop")).toBeHidden();
  await page.getByRole("button", { name: "Remove passkey Old laptop" }).click();
  await expect(page.getByText("Old laptop")).toBeHidden();
  await signOut(page);
  await signInWithPassword(page, member);
  await page.waitForURL((url) => url.pathname === "/");
});

test("an administrator asks a role for a second factor: its members add one before anything else", async ({
  asAdmin,
  page,
}) => {
  await signInAsNewMember(asAdmin, page, "support");
  await asAdmin.goto("/settings?tab=security", { waitUntil: "networkidle" });
  expect(await accessibilityProblems(asAdmin)).toEqual([]);
  const support = asAdmin.getByRole("checkbox", { name: "Support" });
  await support.check();
  await asAdmin.getByRole("button", { name: "Save rules" }).click();
  await expect(asAdmin.getByText("Rules saved.")).toBeVisible();
  try {
    await page.goto("/orders", { waitUntil: "networkidle" });
    await expect(page).toHaveURL(/\/new-second-factor$/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await addApp(page);
    await expect(page.getByRole("navigation").getByRole("link", { name: "Orders" })).toBeVisible();
  } finally {
    await support.uncheck();
    await asAdmin.getByRole("button", { name: "Save rules" }).click();
    await expect(support).not.toBeChecked();
  }
});

test("an administrator signs a member out everywhere and resets their second factor", async ({
  asAdmin,
  page,
}) => {
  const member = await signInAsNewMember(asAdmin, page, "support");
  await page.goto("/settings", { waitUntil: "networkidle" });
  await addApp(page);
  await asAdmin.goto("/team", { waitUntil: "networkidle" });
  const row = asAdmin.getByRole("row").filter({ hasText: member.email });
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await asAdmin.getByRole("menuitem", { name: "Sessions…" }).click();
  const sessions = asAdmin.getByRole("dialog", { name: /^Sessions of/ });
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  expect(await accessibilityProblems(asAdmin)).toEqual([]);
  await sessions.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(sessions).toBeHidden();
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/sign-in/);
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await asAdmin.getByRole("menuitem", { name: "Reset second factor…" }).click();
  const reset = asAdmin.getByRole("dialog", { name: /^Reset the second factor of/ });
  await reset.getByRole("button", { name: "Reset second factor" }).click();
  await expect(reset).toBeHidden();
  await signInWithPassword(page, member);
  await page.waitForURL((url) => url.pathname === "/lookup");
});

test("changing rules asks for a confirmed identity if the last sign-in is long ago, and then continues", async ({
  asAdmin,
  page,
  stack,
}) => {
  const member = await signInAsNewMember(asAdmin, page, "admin");
  await page.goto("/settings?tab=security", { waitUntil: "networkidle" });
  await forgetSignIns(stack.databaseUrl, member.email);
  await page.getByRole("button", { name: "Save rules" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it's you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByText("Confirm your password to continue.")).toBeVisible();
  await page.getByRole("button", { name: "Save rules" }).click();
  await dialog.getByLabel("Your password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Wrong password.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(member.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Rules saved.")).toBeVisible();
  await expect(dialog).toBeHidden();
});
