import { Client } from "pg";
import { expect, test, type Page } from "@playwright/test";
import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { CLIENT, startIdentityProvider, type IdentityProvider } from "#tests/support/identityProvider.ts";
import { startTestStack, type TestStack } from "#scripts/testStack/startTestStack.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import { intercept } from "#e2e/support/intercept.ts";

let provider: IdentityProvider;
let stack: TestStack;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  provider = await startIdentityProvider();
  stack = await startTestStack({
    products: 200,
    fulfilmentMs: 300,
    variables: {
      PASSWORD_SIGN_IN: "off",
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    },
  });
});
test.afterAll(async () => {
  await stack.stop();
  await provider.close();
});

const DAY_SECONDS = 86_400;

function emailOf(role: Role): string {
  return stack.members.find((member) => member.role === role)?.email ?? "";
}

/** Makes the provider know this member, whom it last authenticated the given number of seconds ago. */
function vouchFor(email: string, secondsAgo = 0): void {
  const auth_time = Math.floor(Date.now() / 1_000) - secondsAgo;
  provider.consentAs({ sub: email, email, email_verified: true, auth_time });
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${stack.url}/sign-in`);
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  // Where their day begins: the overview, or look-up.
  await page.waitForURL(({ origin, pathname }) => origin === stack.url && /^\/(lookup)?$/.test(pathname));
}

async function change(statement: string, email: string): Promise<void> {
  const client = new Client({ connectionString: stack.databaseUrl });
  await client.connect();
  await client.query(statement, [email]);
  await client.end();
}

test.describe("if passwords are switched off", () => {
  test("nothing about passwords is offered, and members are added without one", async ({ page }) => {
    vouchFor(emailOf("admin"));
    await page.goto(`${stack.url}/sign-in`);
    await expect(page.getByRole("button", { name: "Continue with single sign-on" })).toBeEnabled();
    await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
    await signIn(page);
    await page.goto(`${stack.url}/settings`);
    await expect(page.getByText("You sign in with single sign-on.")).toBeVisible();
    await page.goto(`${stack.url}/team`);
    await page.getByRole("button", { name: /^Actions for .*upport/ }).click();
    await expect(page.getByRole("menuitem", { name: "Disable…" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: /password/i })).toHaveCount(0);
    await page.keyboard.press("Escape");

    // Nobody is invited: a member is added, who then signs in.
    await page.getByRole("button", { name: "Add member" }).click();
    const dialog = page.getByRole("dialog", { name: "Add member" });
    await dialog.getByLabel("Name").fill("Nia New");
    await dialog.getByLabel("E-mail").fill(emailOf("admin"));
    await dialog.getByRole("button", { name: "Add member" }).click();
    await expect(dialog.getByLabel("E-mail")).toBeFocused();
    await expect(dialog.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("E-mail").fill("nia@partner.example");
    await dialog.getByRole("button", { name: "Add member" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("row", { name: /Nia New/ })).toContainText("nia@partner.example");
  });

  test("whoever comes when too many do is told so, and gets in afterwards", async ({ page }) => {
    vouchFor(emailOf("buyer"));
    await page.goto(`${stack.url}/sign-in`);
    const detail = "Too many people are signing in. Try again in a moment.";
    const busy = { type: "too-busy", title: "Too busy", status: 503, detail, requestId: "1" };
    const answer = { status: 503, contentType: "application/problem+json", body: JSON.stringify(busy) };
    await intercept(page, "**/api/auth/signin/oidc", (route) => route.fulfill(answer), { times: 1 });
    await page.getByRole("button", { name: "Continue with single sign-on" }).click();
    await expect(page.getByText(detail)).toBeVisible();
    await page.getByRole("button", { name: "Continue with single sign-on" }).click();
    await page.waitForURL(`${stack.url}/`);
  });

  test("a session of a one-time password is led to single sign-on", async ({ page }) => {
    vouchFor(emailOf("support"));
    await signIn(page);
    // An open page would notice the end of the session, and navigate while this test navigates elsewhere.
    await page.goto("about:blank");
    await change(
      "update members set one_time_password_until = now() + interval '1 hour' where email = $1",
      emailOf("support"),
    );
    await page.goto(`${stack.url}/orders`);
    await expect(page).toHaveURL(/\/new-password$/);
    await expect(page.getByText("passwords have since been switched off")).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    // Another account of the provider: the page says why it was refused, although the session is still active.
    vouchFor("stranger@elsewhere.example");
    await page.getByRole("button", { name: "Continue with single sign-on" }).click();
    await expect(page.getByText("This account isn't a member of Codedesk")).toBeVisible();
    vouchFor(emailOf("support"));
    await page.getByRole("button", { name: "Continue with single sign-on" }).click();
    await expect(page.getByRole("navigation").getByRole("link", { name: "Orders" })).toBeVisible();
  });

  test("codes are revealed once single sign-on has seen the member again, on the same order", async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: stack.url });
    const page = await context.newPage();
    vouchFor(emailOf("buyer"), DAY_SECONDS);
    await signIn(page);
    await emptyDraft(page);
    await addToOrder(page, "Scenario: delivers codes as plain strings");
    await page.goto("/orders/new");
    await reviewAndSend(page);
    const reference = await referenceOf(page);
    const reveal = page.getByRole("button", { name: /^Reveal/ });
    await reveal.waitFor();
    await page.getByLabel(/^Reason/).fill("A customer waits");
    await reveal.click();
    const confirm = page.getByRole("button", { name: "Confirm with single sign-on" });
    await expect(confirm).toBeFocused();
    await expect(page.getByText(/^TEST-/)).toHaveCount(0);
    vouchFor(emailOf("buyer"));
    await confirm.click();
    await expect(reveal).toBeVisible();
    expect(page.url()).toContain(encodeURIComponent(reference));
    await expect(page.getByLabel(/^Reason/)).toHaveValue("A customer waits");
    await reveal.click();
    await expect(page.getByText(/^TEST-/).first()).toBeVisible();
    await context.close();
  });
});
