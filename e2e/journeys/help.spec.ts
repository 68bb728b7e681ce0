import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { MESSAGE_HELP } from "#lib/help/messages.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

test("? shows the shortcuts of the page one is on, not while one types, and can be switched off", async ({
  asBuyer: page,
}) => {
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.getByRole("combobox").first().press("?");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(dialog.getByRole("heading", { name: "In the order builder" })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("checkbox", { name: "Use shortcuts of a single letter, and ?" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await page.goto("/wallet", { waitUntil: "networkidle" });
  await page.keyboard.press("?");
  await expect(dialog).toHaveCount(0);
  // The palette shows it nevertheless.
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search or jump to" }).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("shortcuts");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("heading", { name: "On every page" })).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "In the order builder" })).toHaveCount(0);
  await dialog.getByRole("checkbox", { name: "Use shortcuts of a single letter, and ?" }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(dialog).toBeVisible();
});

test("a state and a message are explained where they stand, and further on the help page", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: exceeds the account's order limit (422)");
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await reviewAndSend(page);
  await page.getByRole("link", { name: "View rejected order" }).click();
  await referenceOf(page);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "What does this mean? Rejected" }).click();
  await expect(page.getByText("The service refused the order. Nothing was bought.")).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^What does this mean\? Your account order limit/ }).click();
  await page.getByRole("link", { name: "Read more in Help" }).click();
  await expect(page).toHaveURL(/\/help#message-limit-exceeded$/);
  await expect(
    page.getByRole("heading", { name: /Your account order limit has been exceeded/ }),
  ).toBeInViewport();
});

test("the help page explains every state and every message, and its contents lead to each", async ({
  asSupport: page,
}) => {
  await page.goto("/help", { waitUntil: "networkidle" });
  const entries = page.getByRole("main").getByRole("heading", { level: 3 });
  expect(await entries.count()).toBeGreaterThanOrEqual(ORDER_STATES.length + MESSAGE_HELP.length);
  const contents = page.getByRole("navigation", { name: "Contents" });
  const targets = await contents
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => (link.getAttribute("href") ?? "").split("#")[1] ?? ""));
  expect(targets.length).toBeGreaterThanOrEqual(ORDER_STATES.length + MESSAGE_HELP.length + 3);
  for (const id of targets) await expect(page.locator(`[id="${id}"]`)).toHaveCount(1);
  await contents.getByRole("link", { name: "Undelivered" }).click();
  await expect(page.locator("#state-undelivered")).toBeInViewport();
});
