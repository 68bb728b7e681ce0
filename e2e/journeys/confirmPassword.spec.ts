import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { forgetSignIns } from "#e2e/support/forgetSignIns.ts";

test("codes are revealed after a while only once the password is confirmed, without losing the place", async ({
  asBuyer: page,
  stack,
}) => {
  const buyer = stack.members.find(({ role }) => role === "buyer");
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  await page.goto("/orders/new");
  await reviewAndSend(page);
  await referenceOf(page);
  const reveal = page.getByRole("button", { name: /^Reveal/ });
  await reveal.waitFor();
  await forgetSignIns(stack.databaseUrl, buyer?.email ?? "");
  await page.getByLabel(/^Reason/).fill("A customer waits");
  await reveal.click();
  const password = page.getByLabel("Your password");
  await expect(password).toBeFocused();
  await expect(page.getByText(/^TEST-/)).toHaveCount(0);
  await password.fill("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Wrong password")).toBeVisible();
  await password.fill(buyer?.password ?? "");
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith("/codes") && response.status() === 200),
    page.keyboard.press("Enter"),
  ]);
  // Next compresses where it may; the length of an answer with codes must not depend on the codes.
  const headers = await answer.allHeaders();
  expect(headers["content-encoding"]).toBeUndefined();
  expect(headers["cache-control"]).toBe("no-store, no-transform");
  await expect(page.getByText(/^TEST-/).first()).toBeVisible();
  await expect(page.getByText("A customer waits")).toBeVisible();
});

test("signing out leaves nothing of the member in the browser", async ({ browser, stack }) => {
  const support = stack.members.find(({ role }) => role === "support");
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(support?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(support?.password ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/lookup");
  await page.evaluate(() => sessionStorage.setItem("codedesk.order", "a pending order"));
  const signedOut = page.waitForResponse((response) => response.url().endsWith("/api/auth/signout"));
  await page.getByRole("button", { name: /: account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  expect((await (await signedOut).allHeaders())["clear-site-data"]).toBe('"cache", "storage"');
  await page.waitForURL(/sign-in/);
  expect(await page.evaluate(() => sessionStorage.getItem("codedesk.order"))).toBeNull();
});
