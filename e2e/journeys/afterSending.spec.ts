import type { Page } from "@playwright/test";
import { fillDraft, readyToPlace, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { placeOrder } from "#e2e/support/placeOrder.ts";
import { intercept } from "#e2e/support/intercept.ts";

test("an order's page says how far it is, what to do about the rest, and what the service's support needs", async ({
  asBuyer: page,
  stack,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write", "notifications"]);
  // A headless shell denies notifications, whatever is granted.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
  });
  const slow = await placeOrder(page, stack, [["slow", 8]]);
  await page.goto(`/orders/${slow}`);
  // Until it may be checked again, the button counts down.
  await expect(page.getByRole("button", { name: /^Next check in \d+:\d\d$/ })).toBeVisible();

  // Shows the codes of a partial delivery, all but the last quarter.
  const lines = [{ productId: 900_030, quantity: 8 }];
  const placed = await page.request.post("/api/orders", {
    headers: { origin: stack.url },
    data: { currency: "EUR", lines, confirmationId: crypto.randomUUID() },
  });
  const { externalOrderCode: reference }: { externalOrderCode: string } = await placed.json();
  await page.goto(`/orders/${reference}`);
  await expect(page.getByRole("heading", { level: 1, name: /^8 codes: Scenario/ })).toBeVisible();
  await expect(page.getByText("6 of 8 codes were delivered.")).toBeVisible();
  await expect(page).toHaveTitle(/^6 codes ready · /);
  await expect(page.getByRole("progressbar", { name: "6 of 8 codes delivered" })).toBeVisible();
  await expect(page.getByText(/we keep checking until/)).toBeVisible();

  await page.getByRole("button", { name: "Notify me when codes are ready" }).click();
  await expect(page.getByText(/^You get a desktop notification when codes are ready/)).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Notify me when codes are ready" })).toBeVisible();

  await page.getByRole("button", { name: "Copy support packet" }).click();
  const packet = await page.evaluate(() => navigator.clipboard.readText());
  expect(packet).toContain(`Order reference: ${reference}`);
  expect(packet).not.toMatch(/TEST-|svc_/);

  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  await expect(page.getByText(/^Dismissed by /).first()).toBeVisible();
  await page.goto("/");
  const dismiss = page.getByRole("button", { name: `Dismiss order ${reference}` });
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(dismiss).toHaveCount(0);
  await page.getByText(/^Dismissed in the last 7 days/).click();
  await page.getByRole("button", { name: `Put back order ${reference}` }).click();
  await dismiss.click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(dismiss).toBeVisible();

  await page.goto(`/orders/${reference}`);
  await page.getByRole("button", { name: "Reorder 2 missing codes" }).click();
  await expect(page.getByRole("textbox", { name: /^Quantity/ })).toHaveValue("2");
  await reviewAndSend(page);
  await expect(page.getByText(/^Reorders lines of order/)).toContainText(reference);
  const rest = await referenceOf(page);
  await page.getByRole("link", { name: reference }).click();
  await expect(page.getByText(/^Followed by order/)).toContainText(rest);
});

test("an order in progress stays where it was painted, whatever the browser says about notifications", async ({
  asBuyer: page,
  stack,
}) => {
  const reference = await placeOrder(page, stack, [["slow", 1]]);
  await intercept(page, "**/*.js", (route) => route.abort());
  await page.goto(`/orders/${reference}`);
  const painted = await heightOfLines(page);
  for (const [permission, said] of [
    ["default", /^Notify me when codes are ready$/],
    ["denied", /^Notifications are blocked/],
  ] as const) {
    const tab = await page.context().newPage();
    await tab.addInitScript(
      (answer) => Object.defineProperty(Notification, "permission", { get: () => answer }),
      permission,
    );
    await tab.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
    await expect(tab.getByText(said)).toBeVisible();
    expect(await heightOfLines(tab)).toBe(painted);
    await tab.close();
  }
});

async function heightOfLines(page: Page): Promise<number | undefined> {
  const box = await page.getByRole("heading", { name: "Lines" }).boundingBox();
  return box?.y;
}

test("whoever loses the network just after an order was placed reads in the review that it was, and its page follows", async ({
  asBuyer: page,
  stack,
}) => {
  const productId = await scenario({ url: stack.sandboxUrl, key: stack.sandboxKey }, "slow");
  await fillDraft(page, [{ productId }]);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Review order" }).click();
  const place = await readyToPlace(page);
  const unreachable = /robots\.txt|\/orders\/[^/]+_rsc=/;
  await intercept(page, unreachable, (route) => route.abort("connectionrefused"));
  await place.click();
  await expect(page.getByRole("dialog")).toContainText("The order is on its way.");
  await page.unroute(unreachable);
  await referenceOf(page);
  await expect(page.getByRole("heading", { level: 1, name: /CD-/ })).toBeVisible();
});
