import { expect, test } from "@playwright/test";
import { signInAs } from "#scripts/browser/session.ts";
import { startTestStack, type TestStack } from "#scripts/stack/testing/startTestStack.ts";

let stack: TestStack;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  // With production too, whose service nobody calls here.
  const variables = {
    SERVICE_PRODUCTION_URL: "http://127.0.0.1:9/v2",
    SERVICE_PRODUCTION_KEY: "svc_live_of_nobody",
  };
  stack = await startTestStack({ products: 50, variables });
});
test.afterAll(() => stack.stop());

test("a link from a mail opens the environment it is of, and asks before production", async ({ browser }) => {
  const storageState = await signInAs(stack, "viewer");
  const context = await browser.newContext({ baseURL: stack.url, storageState });
  const page = await context.newPage();
  const shown = page.locator("[data-environment]");
  await page.goto("/orders?tab=incomplete&environment=production");
  await expect(shown).toHaveAttribute("data-environment", "sandbox");
  const dialog = page.getByRole("dialog", { name: "Switch to production?" });
  await expect(dialog).toContainText("The link that you opened is of production.");
  await dialog.getByRole("button", { name: "Stay in sandbox" }).click();
  await expect(dialog).toBeHidden();
  await page.goto("/orders?tab=incomplete&environment=production");
  await dialog.getByRole("button", { name: "Switch to production" }).click();
  await expect(shown).toHaveAttribute("data-environment", "production");
  await expect(page).toHaveURL(/\/orders\?tab=incomplete/);
  await expect(dialog).toBeHidden();
  // The sandbox harms nobody: it opens at once.
  await page.goto("/wallet?environment=sandbox");
  await expect(shown).toHaveAttribute("data-environment", "sandbox");
  await expect(page).toHaveURL(/\/wallet/);
  await context.close();
});
