import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { addToOrder } from "#scripts/browser/orderSteps.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { signInAsNewMember, signInWithPassword } from "#e2e/support/newMember.ts";
import { memberPage } from "#e2e/support/memberPage.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

const FIXED = "Scenario: delivers codes as plain strings";

test("an administrator makes a token for a service: it orders once, however often it asks, and no more once it is revoked", async ({
  asAdmin: page,
  stack,
}) => {
  const name = `Web shop ${Date.now()}`;
  await page.goto("/settings?tab=tokens", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Create token" }).click();
  const form = page.getByRole("dialog", { name: "Create an access token" });
  await form.getByRole("button", { name: "Create token" }).click();
  await expect(form.getByText("Enter a name")).toBeVisible();
  await expect(form.getByText("Choose what it may do")).toBeVisible();
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Acts as").selectOption("A service");
  await form.getByLabel("Place orders").check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await form.getByRole("button", { name: "Create token" }).click();
  const shown = page.getByRole("dialog", { name: "Your new token" });
  await expect(shown).toBeVisible();
  await page.keyboard.press("Escape");
  const secret = (await shown.locator("code").textContent()) ?? "";
  await shown.getByRole("button", { name: "I've saved it" }).click();

  const product = await productCalled(page, FIXED);
  const body = JSON.stringify({
    confirmationId: randomUUID(),
    currency: product.currencyCode,
    lines: [{ productId: product.id, quantity: 1 }],
  });
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
  const order = () => fetch(`${stack.url}/api/orders`, { method: "POST", headers, body });
  const answers = await Promise.all([order(), order(), order()]);
  const references = await Promise.all(answers.map(referenceIn));
  expect(new Set(references).size).toBe(1);
  const codes = await fetch(`${stack.url}/api/orders/${references[0]}/codes`, {
    method: "POST",
    headers,
    body: JSON.stringify({ skip: 0, take: 100 }),
  });
  expect(codes.status).toBe(403);

  await page.reload();
  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByRole("button", { name: `Revoke ${name}` })).toBeHidden();
  expect((await order()).status).toBe(401);
});

test("a role of the team's own is made and given to a member, who signs in again with its rights alone", async ({
  asAdmin,
  page,
}) => {
  const member = await signInAsNewMember(asAdmin, page, "support", "Wally Watcher");
  const role = `Accounting ${Date.now()}`;
  await asAdmin.goto("/settings?tab=roles", { waitUntil: "networkidle" });
  await asAdmin.getByRole("button", { name: "Add role" }).click();
  const dialog = asAdmin.getByRole("dialog", { name: "Add role" });
  await dialog.getByRole("button", { name: "Save role" }).click();
  await expect(dialog.getByText("Enter a name")).toBeVisible();
  await dialog.getByLabel("Name").fill(role);
  await dialog.getByRole("group", { name: "In the sandbox" }).getByLabel("See the wallet").check();
  await dialog.getByRole("button", { name: "Save role" }).click();
  await expect(asAdmin.getByRole("table", { name: "Custom roles" })).toContainText(role);

  await asAdmin.goto("/team", { waitUntil: "networkidle" });
  await asAdmin.getByRole("button", { name: "Actions for Wally Watcher" }).click();
  await asAdmin.getByRole("menuitemradio", { name: role }).click();
  await asAdmin.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
  await expect(asAdmin.getByRole("dialog")).toBeHidden();
  await expect(asAdmin.getByRole("row", { name: /Wally Watcher/ })).toContainText(role);

  await page.goto("/lookup");
  await page.waitForURL(/\/sign-in/);
  await signInWithPassword(page, member);
  const pages = page.getByRole("navigation", { name: "Main" });
  await expect(pages.getByRole("link", { name: "Wallet" })).toBeVisible();
  await expect(pages.getByRole("link", { name: "New order" })).toBeHidden();
});

test("the drafts of somebody who leaves go to another buyer with their lines", async ({
  asAdmin,
  browser,
  stack,
}) => {
  const names = [`Lea Leaving ${Date.now()}`, `Sam Staying ${Date.now()}`] as const;
  const [leaving, staying] = await Promise.all(
    names.map((name) => memberPage(browser, asAdmin, stack.url, { name, role: "buyer" })),
  );
  if (!leaving || !staying) throw new Error("Both members have a page.");
  await addToOrder(leaving, FIXED, { quantity: "7" });
  await asAdmin.goto("/team", { waitUntil: "networkidle" });
  await asAdmin.getByRole("button", { name: `Actions for ${names[0]}` }).click();
  await asAdmin.getByRole("menuitem", { name: "Transfer drafts…" }).click();
  const dialog = asAdmin.getByRole("dialog", { name: `Transfer the drafts of ${names[0]}` });
  await expect(dialog).toContainText("1 draft in the sandbox environment");
  await dialog.getByRole("combobox").selectOption(names[1]);
  await dialog.getByRole("button", { name: "Transfer drafts" }).click();
  await expect(asAdmin.getByText("1 draft transferred")).toBeVisible();

  await staying.goto("/orders/new");
  const drafts = staying.getByRole("navigation", { name: "Drafts" });
  await drafts.getByRole("link").filter({ hasText: names[0] }).click();
  await expect(staying.getByRole("textbox", { name: "Quantity of line 1" })).toHaveValue("7");
  await leaving.goto("/orders/new");
  await expect(leaving.getByRole("textbox", { name: "Quantity of line 1" })).toBeHidden();
});

async function productCalled(page: Page, name: string): Promise<{ id: number; currencyCode: string }> {
  const answer = await page.request.get(`/api/catalog/products?take=1&q=${encodeURIComponent(name)}`);
  const { items }: { items: { id: number; currencyCode: string }[] } = await answer.json();
  const [product] = items;
  if (product === undefined) throw new Error(`No product is called ${name}.`);
  return product;
}

async function referenceIn(answer: Response): Promise<string> {
  const { externalOrderCode }: { externalOrderCode: string } = await answer.json();
  return externalOrderCode;
}
