import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { intercept } from "#e2e/support/intercept.ts";

test("an order that got no answer is not forgotten by whoever asks for its outcome offline or signed out", async ({
  asBuyer: page,
  stack,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: takes five minutes");
  await page.goto("/orders/new");
  await intercept(
    page,
    "**/api/orders",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await stack.control("DELETE", "requests");
  await reviewAndSend(page);
  await expect(page.getByText(/^Outcome unknown/).first()).toBeVisible();
  await page.reload({ waitUntil: "networkidle" });
  const ask = page.getByRole("button", { name: "Check outcome" });
  const unknown = page.getByText("Outcome unknown: an order was sent from here and we got no answer.");

  await page.context().setOffline(true);
  await ask.click();
  await expect(ask).toBeEnabled();
  await expect(unknown).toBeVisible();
  await page.context().setOffline(false);

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await ask.click();
  await page.waitForURL(/\/sign-in/);
  await page.context().addCookies(cookies);
  await page.goto("/orders/new");
  await expect(unknown).toBeVisible();
  await ask.click();
  const reference = await referenceOf(page);
  expect(await stack.control("GET", `orders?code=${reference}`)).toHaveLength(1);
});

test("the warning of an unknown outcome is given up only by whoever was told what that means", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: takes five minutes");
  await page.goto("/orders/new");
  await intercept(page, "**/api/orders", (route) => route.abort(), { times: 1 });
  await reviewAndSend(page);
  await expect(page.getByText(/^Outcome unknown/).first()).toBeVisible();
  await page.reload({ waitUntil: "networkidle" });
  const unknown = page.getByText("Outcome unknown: an order was sent from here and we got no answer.");
  const stop = page.getByRole("button", { name: "Stop checking" });
  await stop.click();
  const question = page.getByRole("dialog", { name: "Stop checking this order?" });
  await expect(question).toContainText("It may have been placed.");
  await question.getByRole("button", { name: "Keep checking" }).click();
  await page.reload({ waitUntil: "networkidle" });
  await expect(unknown).toBeVisible();
  await stop.click();
  await question.getByRole("button", { name: "Stop checking" }).click();
  await expect(unknown).toBeHidden();
  await page.reload({ waitUntil: "networkidle" });
  await expect(unknown).toBeHidden();
});
