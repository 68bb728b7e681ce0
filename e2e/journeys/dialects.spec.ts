import type { Page } from "@playwright/test";
import { z } from "zod";
import { generateCatalog, scenarioProducts } from "#sandbox/catalog/generate.ts";
import type { CatalogProduct } from "#sandbox/catalog/types.ts";
import { DIALECTS, type Dialect } from "#sandbox/dialect/names.ts";
import { codesOf } from "#sandbox/orders/codes.ts";
import { storedOrder } from "#sandbox/orders/order.ts";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { addToOrder, emptyDraft, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { readCatalogAnew } from "#e2e/support/readCatalogAnew.ts";

// One desk for them all, in order: the sandbox changes its tongue while it runs, and the desk reads the catalog anew.
// The machine may have other work; by itself one takes some ten seconds.
test.describe.configure({ mode: "default", timeout: 120_000 });
test.afterAll(async ({ stack }) => {
  await stack.control("POST", "reset");
  await readCatalogAnew(stack);
});

/** What is bought, by the facts alone; each dialect lists it in a shape of its own. By names that no other name contains. */
const catalog = generateCatalog(2_400);
const euros = catalog.filter(
  ({ currencyCode, name }) =>
    currencyCode === "EUR" && catalog.filter((other) => other.name.includes(name)).length === 1,
);
const fixed = euros.find(({ denominationType }) => denominationType === "fixed");
const open = euros.find(({ denominationMinValue, denominationStep }) => {
  return denominationMinValue === 1_000 && denominationStep === 2_500;
});

/** How each calls a partial and an empty delivery; none of the names is in the specification. */
const NAMES: Record<Dialect, { partial: string; undelivered: string }> = {
  plain: { partial: "partially_completed", undelivered: "failed" },
  array: { partial: "incomplete", undelivered: "rejected" },
  nested: { partial: "PARTIAL", undelivered: "NOT_DELIVERED" },
  epoch: { partial: "some codes delivered", undelivered: "cancelled" },
  strings: { partial: "Partially Delivered", undelivered: "expired" },
  bare: { partial: "partial", undelivered: "out_of_stock" },
  grouped: { partial: "delivered-in-part", undelivered: "nothing-delivered" },
};

for (const dialect of DIALECTS) {
  test(`against a service that answers in the shapes "${dialect}", the main job is done from sign-in to support`, async ({
    page,
    asSupport: support,
    stack,
  }) => {
    if (fixed === undefined || open === undefined) throw new Error("the catalog lacks what is to be bought");
    await stack.control("POST", "settings", { dialect });
    const [pass] = await Promise.all([readCatalogAnew(stack), signIn(page, stack)]);
    // What an earlier dialect told is still there: only a complete pass says that this one was read.
    expect(pass).toEqual({ complete: true, seen: catalog.length + scenarioProducts().length, failure: null });
    await emptyDraft(page);
    await findProduct(page, fixed, dialect);
    await addHere(page, "2");
    await addToOrder(page, open.name, { amount: "35", quantity: "1" });

    const code = `${dialect}/${crypto.randomUUID().slice(0, 8)}`;
    await page.goto("/orders/new");
    await page.getByLabel("Order reference").fill(code);
    const total = `€${((2 * (fixed.price ?? 0) + 3_500) / 100).toFixed(2)}`;
    await expect(page.getByRole("region", { name: "Totals" })).toContainText(total);
    await reviewAndSend(page);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(code);
    await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible({ timeout: 20_000 });
    await revealAll(page, stack, code);

    await page.goto("/wallet");
    await expect(page.getByRole("row", { name: /^EUR/ })).toContainText("€12,500.00");
    await supportFinds(support, stack, dialect, code);
  });
}

async function signIn(page: Page, { members }: TestStack): Promise<void> {
  const buyer = members.find(({ role }) => role === "buyer");
  await page.goto("/catalog");
  await page.getByLabel("E-mail").fill(buyer?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(buyer?.password ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/catalog$/);
}

/** By typing, narrowed by its brand: from the counts, or by asking the service where products do not tell theirs. */
async function findProduct(page: Page, product: CatalogProduct, dialect: Dialect): Promise<void> {
  await page.goto("/catalog");
  await page.getByRole("main").getByRole("searchbox").fill(product.name.toLowerCase().slice(0, -4));
  const filters = page.getByRole("complementary", { name: "Filters" });
  if (dialect === "bare") {
    await filters.getByLabel("Brand", { exact: true }).fill(product.brand);
    await filters.getByLabel("Brand", { exact: true }).press("Enter");
  } else {
    await filters.getByRole("checkbox", { name: product.brand }).check();
  }
  await expect(page).toHaveURL(/[?&]brand=/);
  await page.getByRole("link", { name: product.name }).first().click();
  await expect(page.getByRole("dialog")).toContainText(/^.*as of/is);
}

async function addHere(page: Page, quantity: string): Promise<void> {
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Quantity").fill(quantity);
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith("/api/orders/draft") && answer.request().method() === "PUT",
  );
  await sheet.getByRole("button", { name: "Add to order" }).click();
  expect((await saved).ok()).toBe(true);
}

/** Every code that the service really delivered stands on the page, whatever `pin` looked like; and no more. */
async function revealAll(page: Page, stack: TestStack, code: string): Promise<void> {
  const held = await stack.control("GET", `orders?code=${encodeURIComponent(code)}`);
  const [order] = z.array(storedOrder).length(1).parse(held);
  await page.getByRole("button", { name: "Reveal 3 codes" }).click();
  const codes = page.getByRole("list", { name: "Codes" });
  for (const each of order === undefined ? [] : codesOf(order, 3))
    await expect(codes).toContainText(each.code);
  await expect(codes.getByRole("listitem")).toHaveCount(3);
}

/** By external order code: the one placed here, and two of the partner's own backend, one of which is delivered partially. */
async function supportFinds(page: Page, stack: TestStack, dialect: Dialect, code: string): Promise<void> {
  const partial = await placedElsewhere(stack, 4, 3);
  const nothing = await placedElsewhere(stack, 1, 0);
  await page.goto("/");
  await lookUp(page, code);
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
  await lookUp(page, partial);
  await expect(page.getByText("3 of 4 codes were delivered.")).toBeVisible();
  await expect(page.getByRole("code").getByText(NAMES[dialect].partial, { exact: true })).toBeVisible();
  await lookUp(page, nothing);
  await expect(page.getByText("The provider has no stock of this product.").first()).toBeVisible();
  await expect(page.getByRole("code").getByText(NAMES[dialect].undelivered, { exact: true })).toBeVisible();
}

async function lookUp(page: Page, code: string): Promise<void> {
  const search = page.getByRole("searchbox", { name: /Find an order/ });
  await search.fill(code);
  await search.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(code);
}

async function placedElsewhere(stack: TestStack, quantity: number, delivered: number): Promise<string> {
  const externalOrderCode = `backend-${crypto.randomUUID()}`;
  const answer = await fetch(`${stack.sandboxUrl}/orders`, {
    method: "POST",
    headers: { "x-api-key": stack.sandboxKey, "content-type": "application/json" },
    body: JSON.stringify({
      externalOrderCode,
      currency: "EUR",
      price: quantity * (fixed?.price ?? 0),
      orderProducts: [
        { productId: fixed?.id, price: fixed?.price, quantity, CountryCode: fixed?.countryCode },
      ],
    }),
  });
  expect(answer.status).toBe(202);
  await stack.control("POST", "deliver", { externalOrderCode, delivered });
  return externalOrderCode;
}
