import { addToOrder, emptyDraft, readyToPlace, referenceOf } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { completed } from "#e2e/support/completed.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { expectFocus } from "#e2e/support/expectFocus.ts";
import { holdRequests } from "#e2e/support/holdRequests.ts";
import { askForApproval, askForOpenDraft, limitPerDay } from "#e2e/support/limitedMember.ts";
import { memberPage } from "#e2e/support/memberPage.ts";

const TEN_EUROS = "Scenario: delivers codes as plain strings";

test("an order above a buyer's limit waits until another member approves it, and is then fulfilled", async ({
  asAdmin,
  asApprover,
  browser,
  stack,
}) => {
  const name = `Lina Limited ${Date.now()}`;
  const buyer = await memberPage(browser, asAdmin, stack.url, { name, role: "buyer" });
  await limitPerDay(asAdmin, name, "65");
  const row = asAdmin.getByRole("row").filter({ hasText: name }).filter({ hasText: "€65.00" });
  await expect(row).toContainText("No limit");

  await emptyDraft(buyer);
  await addToOrder(buyer, TEN_EUROS, { quantity: "7" });
  await buyer.goto("/orders/new", { waitUntil: "networkidle" });
  await buyer.getByRole("button", { name: "Review order" }).click();
  await expect(buyer.getByRole("dialog")).toContainText(
    "This order needs approval: it is above your limit of €65.00 per day (€0.00 used).",
  );
  expect(await accessibilityProblems(buyer)).toEqual([]);
  await buyer.keyboard.press("Escape");
  const reference = await askForApproval(buyer, "€70.00");
  await expect(buyer.getByText("Waiting for another member's approval.")).toBeVisible();
  await expect(buyer.getByRole("button", { name: "Withdraw order" })).toBeVisible();
  await expect(buyer.getByRole("button", { name: "Approve" })).toHaveCount(0);
  expect(await stack.control("GET", `requests?code=${reference}`)).toEqual([]);

  await asApprover.goto("/", { waitUntil: "networkidle" });
  await expect(asApprover.getByRole("navigation", { name: "Main" })).toContainText(
    "waiting for your approval",
  );
  const queue = asApprover.getByRole("region", { name: "Waiting for your approval" });
  await expect(queue).toContainText(name);
  // Above the figures, which fill more than the screen of a phone.
  const figures = asApprover.getByRole("region", { name: "Last 30 days" });
  const [ofQueue, ofFigures] = [await queue.boundingBox(), await figures.boundingBox()];
  expect(ofQueue?.y).toBeLessThan(ofFigures?.y ?? 0);
  expect(await accessibilityProblems(asApprover)).toEqual([]);
  await queue.getByRole("link", { name: reference }).click();
  await expect(asApprover.getByText(`It is above ${name}'s limit of €65.00 per day`)).toBeVisible();
  await expect(asApprover.getByText("Waiting for your approval.")).toBeVisible();
  expect(await accessibilityProblems(asApprover)).toEqual([]);
  await asApprover.getByRole("button", { name: "Approve", exact: true }).click();
  const dialog = asApprover.getByRole("dialog", { name: "Approve this order?" });
  await expect(dialog).toContainText(name);
  await expect(dialog).toContainText(/Nothing else ordered in \p{L}+ \d{4}\./u);
  await expect(dialog).toContainText("Left after this order");
  await dialog.getByRole("button", { name: "Approve order · €70.00" }).click();
  await expect(dialog).toHaveCount(0);
  await expectFocus(asApprover);
  await expect(completed(asApprover)).toBeVisible();
  const timeline = asApprover.getByRole("region", { name: "Timeline" });
  for (const text of [name, "Approved", "Arif Approver"]) await expect(timeline).toContainText(text);
  expect(await stack.control("GET", `orders?code=${reference}`)).toHaveLength(1);
  // Approving shows no codes.
  await expect(asApprover.getByRole("button", { name: /Reveal/ })).toHaveCount(0);
  await expect(completed(buyer)).toBeVisible();
});

test("a declined order says who declined it and why, and is edited and ordered again within the limit", async ({
  asAdmin,
  asApprover,
  browser,
  stack,
}) => {
  const name = `Dora Declined ${Date.now()}`;
  const buyer = await memberPage(browser, asAdmin, stack.url, { name, role: "buyer" });
  await limitPerDay(asAdmin, name, "15");
  await emptyDraft(buyer);
  await addToOrder(buyer, TEN_EUROS, { quantity: "9" });
  const reference = await askForApproval(buyer, "€90.00");

  await asApprover.goto("/orders?tab=awaiting-approval", { waitUntil: "networkidle" });
  await asApprover.getByRole("link", { name: reference }).click();
  await asApprover.getByRole("button", { name: "Decline", exact: true }).click();
  const dialog = asApprover.getByRole("dialog", { name: "Decline this order?" });
  await dialog.getByRole("button", { name: "Decline order" }).click();
  await expect(dialog.getByText("Say why the order is declined.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("One is enough");
  await dialog.getByRole("button", { name: "Decline order" }).click();
  await expect(asApprover.getByText("Order declined.")).toBeVisible();
  await expectFocus(asApprover);

  await expect(buyer.getByText("Order declined.")).toBeVisible();
  await expect(buyer.getByRole("main").locator("q")).toHaveText("One is enough");
  await expect(buyer.getByRole("region", { name: "Timeline" })).toContainText("One is enough");
  await buyer.getByRole("button", { name: "Edit and order again" }).click();
  await expect(buyer).toHaveURL(/\/orders\/new\?draft=/);
  await buyer.getByRole("textbox", { name: "Quantity of line 1" }).fill("1");
  await expect(buyer.getByRole("region", { name: "Totals" })).toContainText("€10.00");
  await buyer.getByRole("button", { name: "Review order" }).click();
  const place = await readyToPlace(buyer, "Place test order · €10.00");
  await place.click();
  const second = await referenceOf(buyer);
  expect(second).not.toBe(reference);
  await expect(completed(buyer)).toBeVisible();
  expect(await stack.control("GET", `requests?code=${reference}`)).toEqual([]);
});

test("an order that is sent back for changes is changed in a draft under the comment, and asked for again", async ({
  asAdmin,
  asApprover,
  browser,
  stack,
}) => {
  const name = `Cora Changes ${Date.now()}`;
  const buyer = await memberPage(browser, asAdmin, stack.url, { name, role: "buyer" });
  await limitPerDay(asAdmin, name, "15");
  await emptyDraft(buyer);
  await addToOrder(buyer, TEN_EUROS, { quantity: "12" });
  const reference = await askForApproval(buyer, "€120.00");

  await asApprover.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
  await asApprover.getByRole("button", { name: "Ask for changes" }).click();
  const dialog = asApprover.getByRole("dialog", { name: "Ask for changes?" });
  await dialog.getByRole("button", { name: "Ask for changes" }).click();
  await expect(dialog.getByText("Say what to change.")).toBeVisible();
  await dialog.getByLabel("Comment").fill("Two are enough");
  expect(await accessibilityProblems(asApprover)).toEqual([]);
  await dialog.getByRole("button", { name: "Ask for changes" }).click();
  await expect(asApprover.getByText("Order declined.")).toBeVisible();
  await expectFocus(asApprover);
  await expect(asApprover.getByRole("region", { name: "Timeline" })).toContainText("Changes asked for");

  await buyer.goto("/orders/new", { waitUntil: "networkidle" });
  await buyer.getByRole("navigation", { name: "Drafts" }).getByRole("link", { name: reference }).click();
  await expect(buyer.getByText(`asked for changes to order ${reference}`)).toBeVisible();
  await expect(buyer.getByRole("main").locator("q")).toHaveText("Two are enough");
  expect(await accessibilityProblems(buyer)).toEqual([]);
  await buyer.getByRole("textbox", { name: "Quantity of line 1" }).fill("2");
  const again = await askForOpenDraft(buyer, "€20.00");
  expect(again).not.toBe(reference);
  await asApprover.goto(`/orders/${again}`, { waitUntil: "networkidle" });
  await asApprover.getByRole("button", { name: "Approve", exact: true }).click();
  const approval = asApprover.getByRole("dialog", { name: "Approve this order?" });
  await approval.getByLabel("Comment").fill("For the fair");
  expect(await accessibilityProblems(asApprover)).toEqual([]);
  await approval.getByRole("button", { name: "Approve order · €20.00" }).click();
  await expect(asApprover.getByRole("region", { name: "Timeline" })).toContainText("For the fair");
  await expect(completed(buyer)).toBeVisible();
  expect(await stack.control("GET", `requests?code=${reference}`)).toEqual([]);
});

test("an administrator above a limit can withdraw their own order, and not approve it", async ({
  asAdmin,
  browser,
  stack,
}) => {
  const name = `Adele Admin ${Date.now()}`;
  const admin = await memberPage(browser, asAdmin, stack.url, { name, role: "admin" });
  await limitPerDay(asAdmin, name, "0");
  await emptyDraft(admin);
  await addToOrder(admin, TEN_EUROS, { quantity: "11" });
  await askForApproval(admin, "€110.00");
  await expect(admin.getByText("Waiting for another member's approval.")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await admin.getByRole("button", { name: "Withdraw order" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Withdraw order" }).click();
  await expect(admin.getByText("Order withdrawn before the service accepted it.")).toBeVisible();
  await expectFocus(admin);
});

test("whoever declines or approves an order that another member has decided on reads so, beside the order as it is now", async ({
  asAdmin,
  asApprover,
  browser,
  stack,
}) => {
  const name = `Tessa Twice ${Date.now()}`;
  const buyer = await memberPage(browser, asAdmin, stack.url, { name, role: "buyer" });
  await limitPerDay(asAdmin, name, "15");
  for (const [button, submit] of [
    ["Decline", "Decline order"],
    ["Approve", "Approve order · €120.00"],
  ] as const) {
    await emptyDraft(buyer);
    await addToOrder(buyer, TEN_EUROS, { quantity: "12" });
    const reference = await askForApproval(buyer, "€120.00");
    await asApprover.goto(`/orders/${reference}`);
    await asApprover.getByRole("button", { name: button, exact: true }).click();
    const dialog = asApprover.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: submit })).toBeVisible();
    // The page reads the order again by itself, at some moment.
    const hear = await holdRequests(asApprover, new RegExp(`/api/orders/${reference}$`));
    await buyer.getByRole("button", { name: "Withdraw order" }).click();
    await buyer.getByRole("dialog").getByRole("button", { name: "Withdraw order" }).click();
    await expect(buyer.getByText("Order withdrawn before the service accepted it.")).toBeVisible();

    const refused = asApprover.waitForResponse((answer) => answer.status() === 409);
    for (const reason of await dialog.getByLabel("Reason").all()) await reason.fill("Not needed");
    await dialog.getByRole("button", { name: submit }).click();
    await refused;
    hear();
    await expect(asApprover.getByText("The order has changed in the meantime")).toBeVisible();
    await expect(
      asApprover.getByText(new RegExp(`^${name} withdrew this order at .*\\d:\\d\\d`)),
    ).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(asApprover.getByText("Order withdrawn before the service accepted it.")).toBeVisible();
    await expectFocus(asApprover);
  }
});
