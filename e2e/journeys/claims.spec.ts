import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { placeOrder, untilState } from "#e2e/support/placeOrder.ts";

test("support claims a code that a customer sent, a buyer sends it with its evidence and notes the code that replaces it", async ({
  asBuyer: page,
  asSupport,
  stack,
}) => {
  const reference = await placeOrder(page, stack, [["estimate-absent", 2]]);
  await untilState(page, reference, "completed");
  await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Reveal 2 codes" }).click();
  const code =
    (await page
      .getByText(/^TEST-/)
      .first()
      .textContent()) ?? "";
  expect(code).toMatch(/^TEST-/);

  await asSupport.goto("/lookup", { waitUntil: "networkidle" });
  await asSupport.getByLabel("Code", { exact: true }).fill(code);
  await asSupport.getByRole("button", { name: "Find its order", exact: true }).click();
  await asSupport.getByRole("button", { name: "Doesn't work" }).click();
  const opening = asSupport.getByRole("dialog", { name: "This code doesn't work" });
  await expect(opening).toContainText("The service is not told");
  // The customer's own words often hold the code.
  await opening.getByLabel("What the customer said").fill(`${code} says it was used`);
  await opening.getByRole("button", { name: "Open claim" }).click();
  await expect(opening.getByText("Leave the code out.", { exact: true })).toBeVisible();
  expect(await accessibilityProblems(asSupport)).toEqual([]);
  const said = `The till says it was used ${Date.now()}`;
  await opening.getByLabel("What the customer said").fill(said);
  await opening.getByRole("button", { name: "Open claim" }).click();
  await expect(opening).toBeHidden();
  await asSupport.getByRole("link", { name: "Claims", exact: true }).click();
  const claimed = asSupport
    .getByRole("list", { name: "Claims" })
    .getByRole("listitem")
    .filter({ hasText: said });
  await expect(claimed).toContainText("Open");
  await expect(claimed.getByRole("button")).toHaveText(["Withdraw"]);
  expect(await accessibilityProblems(asSupport)).toEqual([]);

  await page.goto("/claims", { waitUntil: "networkidle" });
  const row = page.getByRole("list", { name: "Claims" }).getByRole("listitem").filter({ hasText: said });
  await row.getByRole("link", { name: /is accepted without an estimate/ }).click();
  await expect(page.getByRole("heading", { name: "Claim", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Make evidence" }).click();
  const sheet = page.getByRole("group", { name: "Evidence of the claim" });
  await expect(sheet).toContainText(said);
  await expect(sheet).toContainText("Number 1 of 2 of the order");
  await expect(sheet).not.toContainText(code);
  await page.getByLabel(/^With the whole code/).check();
  await page.getByRole("button", { name: "Make again" }).click();
  await expect(sheet).toContainText(code);
  await expect(sheet.getByText(/^Hides in \d+ s$/)).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto("/claims", { waitUntil: "networkidle" });
  await row.getByRole("button", { name: /^Sent to supplier/ }).click();
  const sending = page.getByRole("dialog", { name: "Claim sent to the supplier" });
  await sending.getByLabel("Supplier's reference (optional)").fill("T-4711");
  await sending.getByRole("button", { name: "Save as sent" }).click();
  await expect(row).toContainText("T-4711");
  await row.getByRole("button", { name: /^Replaced/ }).click();
  const replacing = page.getByRole("dialog", { name: "Code replaced" });
  await replacing.getByRole("button", { name: "Save as replaced" }).click();
  await expect(replacing.getByText("Enter an order reference.")).toBeVisible();
  await replacing.getByLabel("Order that brought the replacement").fill(reference);
  await replacing.getByLabel("Number of the code in that order").fill("2");
  await replacing.getByRole("button", { name: "Save as replaced" }).click();
  await expect(row).toContainText("Replaced by code 2");
  await expect(row.getByRole("button")).toHaveCount(0);

  // Whoever orders the product sees that a code of it has failed.
  const productId = await scenario({ url: stack.sandboxUrl, key: stack.sandboxKey }, "estimate-absent");
  await page.goto(`/catalog?product=${productId}`, { waitUntil: "networkidle" });
  await expect(page.getByRole("dialog")).toContainText(/[1-9]\d* of [\d,]+ codes \(/);
});

test("an administrator states the supplier's term, and claims say until when they have to be sent", async ({
  asAdmin: page,
  asBuyer,
  stack,
}) => {
  const reference = await placeOrder(asBuyer, stack, [["pins-as-strings", 1]]);
  await untilState(asBuyer, reference, "completed");
  const opened = await asBuyer.request.post("/api/claims", {
    headers: { origin: stack.url },
    data: { order: reference, number: 1, said: "Invalid" },
  });
  expect(opened.status(), await opened.text()).toBe(201);
  await page.goto("/claims", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Change term" }).click();
  const dialog = page.getByRole("dialog", { name: "Term for claims" });
  await dialog.getByLabel("Days after the delivery").fill("0");
  await dialog.getByRole("button", { name: "Save term" }).click();
  await expect(dialog.getByText(/^Enter a whole number/)).toBeVisible();
  await dialog.getByLabel("Days after the delivery").fill("2");
  await dialog.getByRole("button", { name: "Save term" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("list", { name: "Claims" }).getByRole("listitem").filter({ hasText: reference });
  await expect(row).toContainText("Send by");
  await page.getByLabel("Term", { exact: true }).selectOption({ label: "Overdue" });
  await expect(row).toBeHidden();
  await page.getByLabel("Term", { exact: true }).selectOption({ label: "Overdue or due soon" });
  await expect(row).toBeVisible();
});
