import { expect, test, type Browser } from "@playwright/test";
import type { Role } from "#lib/contracts/team/role.ts";
import { signInAs } from "#scripts/browser/session.ts";
import { startTestStack, type TestStack } from "#scripts/testStack/startTestStack.ts";
import { forgetSignIns } from "#e2e/support/forgetSignIns.ts";

let stack: TestStack;
test.beforeAll(async () => {
  // With production too, whose service nobody calls here.
  const variables = {
    SERVICE_PRODUCTION_URL: "http://127.0.0.1:9/v2",
    SERVICE_PRODUCTION_KEY: "svc_live_of_nobody",
  };
  stack = await startTestStack({ products: 50, variables });
});
test.afterAll(() => stack.stop());

test("production needs a confirmation, with a confirmed identity if the rules require it; a link opens its environment", async ({
  browser,
}) => {
  const storageState = await signInAs(stack, "viewer");
  const context = await browser.newContext({ baseURL: stack.url, storageState });
  const page = await context.newPage();
  const shown = page.locator("[data-environment]");
  await page.goto("/orders?tab=incomplete&environment=production");
  await expect(shown).toHaveAttribute("data-environment", "sandbox");
  const dialog = page.getByRole("dialog", { name: "Switch to production?" });
  await expect(dialog).toContainText("The link that you opened leads to production.");
  await dialog.getByRole("button", { name: "Stay in sandbox" }).click();
  await expect(dialog).toBeHidden();
  await page.goto("/orders?tab=incomplete&environment=production");
  await dialog.getByRole("button", { name: "Switch to production" }).click();
  await expect(shown).toHaveAttribute("data-environment", "production");
  await expect(page).toHaveURL(/\/orders\?tab=incomplete/);
  await expect(dialog).toBeHidden();
  // The sandbox is harmless, so it opens at once.
  await page.goto("/wallet?environment=sandbox");
  await expect(shown).toHaveAttribute("data-environment", "sandbox");
  await expect(page).toHaveURL(/\/wallet/);

  await confirmBeforeProduction(browser);
  const { email, password } = memberOf("viewer");
  await forgetSignIns(stack.databaseUrl, email);
  await page.goto("/orders");
  await page.getByRole("button", { name: /^Environment: Sandbox/ }).click();
  await page.getByRole("menuitemradio", { name: "Production" }).click();
  await dialog.getByRole("button", { name: "Switch to production" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it's you" });
  await proof.getByLabel("Your password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(proof).toContainText("Wrong password");
  await expect(shown).toHaveAttribute("data-environment", "sandbox");
  await proof.getByLabel("Your password").fill(password);
  await page.keyboard.press("Enter");
  await expect(shown).toHaveAttribute("data-environment", "production");
  await expect(page).toHaveURL(/\/orders$/);
});

/** From now on, the account requires members to confirm that it's them before they work in production. */
async function confirmBeforeProduction(browser: Browser): Promise<void> {
  const context = await browser.newContext({
    baseURL: stack.url,
    storageState: await signInAs(stack, "admin"),
  });
  const changed = await context.request.put("/api/settings/security", {
    headers: { origin: stack.url },
    data: { secondFactorRoles: [], confirmWithPassword: false, confirmProduction: true },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  await context.close();
}

function memberOf(role: Role) {
  const member = stack.members.find((each) => each.role === role);
  if (member === undefined) throw new Error(`there is no ${role}`);
  return member;
}
