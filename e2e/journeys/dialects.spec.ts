import type { Page } from "@playwright/test";
import { z } from "zod";
import { generateCatalog, scenarioProducts } from "#sandbox/catalog/generate.ts";
import type { CatalogProduct } from "#sandbox/catalog/types.ts";
import { DIALECTS, type Dialect } from "#sandbox/dialect/names.ts";
import { codesOf } from "#sandbox/orders/codes.ts";
import { storedOrderSchema } from "#sandbox/orders/order.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { completed } from "#e2e/support/completed.ts";
import { addToOrder, emptyDraft, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { signOut } from "#e2e/support/newMember.ts";
import { searchFor } from "#e2e/support/searchFor.ts";
import { resyncCatalog } from "#e2e/support/resyncCatalog.ts";

// One test stack for all dialects, in order: the sandbox changes its dialect while it runs, and the dashboard synchronises the
// catalog again. Each takes about ten seconds on a quiet machine.
test.describe.configure({ mode: "default" });
test.afterAll(async ({ stack }) => {
  await stack.control("POST", "reset");
  await resyncCatalog(stack);
});

/** The products to buy, with names that no other name contains. Each dialect lists them in its own shape. */
const catalog = generateCatalog(2_400);
const euros = catalog.filter(
  ({ currencyCode, name }) =>
    currencyCode === "EUR" && catalog.filter((other) => other.name.includes(name)).length === 1,
);
const fixed = euros.find(({ denominationType }) => denominationType === "fixed");
const open = euros.find(({ denominationMinValue, denominationStep }) => {
  return denominationMinValue === 1_000 && denominationStep === 2_500;
});

/** `frugal` answers in the shapes of `plain`, too slowly for a journey over 2,400 products. */
type Played = Exclude<Dialect, "frugal">;
const played = DIALECTS.filter((dialect): dialect is Played => dialect !== "frugal");

/** Each dialect's names for a partial and an empty delivery, which the interface does not name (docs/service-interface.md §3). */
const NAMES: Record<Played, { partial: string; undelivered: string }> = {
  plain: { partial: "partially_completed", undelivered: "failed" },
  array: { partial: "incomplete", undelivered: "rejected" },
  nested: { partial: "PARTIAL", undelivered: "NOT_DELIVERED" },
  epoch: { partial: "some codes delivered", undelivered: "cancelled" },
  strings: { partial: "Partially Delivered", undelivered: "expired" },
  bare: { partial: "partial", undelivered: "out_of_stock" },
  grouped: { partial: "delivered-in-part", undelivered: "nothing-delivered" },
  detailed: { partial: "fulfilled in part", undelivered: "unfulfilled" },
};

for (const dialect of played) {
  test(`against a service that answers in the shapes "${dialect}", a member can sign in, buy, reveal and look orders up`, async ({
    page,
    asSupport: support,
    stack,
  }) => {
    if (fixed === undefined || open === undefined) throw new Error("the catalog lacks what is to be bought");
    await stack.control("POST", "settings", { dialect });
    const [pass] = await Promise.all([resyncCatalog(stack), signIn(page, stack)]);
    // Products of the earlier dialect are still listed: only a complete sync run shows that this one was read.
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
    await expect(completed(page)).toBeVisible();
    await revealAll(page, stack, code);

    await page.goto("/wallet");
    await expect(page.getByRole("row", { name: /^EUR/ })).toContainText("€12,500.00");
    await supportFinds(support, stack, dialect, code);
    // A member may have ten sessions at once: those of all dialects would end the one that other journeys share.
    await signOut(page);
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

/** Finds the product by typing, filtered by its brand: from the counts, or by asking the service if products have no brand. */
async function findProduct(page: Page, product: CatalogProduct, dialect: Played): Promise<void> {
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
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/orders/draft/lines"));
  await sheet.getByRole("button", { name: "Add to order" }).click();
  expect((await saved).ok()).toBe(true);
}

/** Expects every code that the service delivered on the page, whatever the shape of `pin`, and no others. */
async function revealAll(page: Page, stack: TestStack, code: string): Promise<void> {
  const stored = await stack.control("GET", `orders?code=${encodeURIComponent(code)}`);
  const [order] = z.array(storedOrderSchema).length(1).parse(stored);
  await page.getByRole("button", { name: "Reveal 3 codes" }).click();
  const codes = page.getByRole("table", { name: "Codes" });
  for (const each of order === undefined ? [] : codesOf(order, 3))
    await expect(codes).toContainText(each.code);
  await expect(codes.getByRole("button", { name: /^Copy code/ })).toHaveCount(3);
}

/** Looks orders up by external order code: the one placed here, and two of the partner's own backend, one delivered partially. */
async function supportFinds(page: Page, stack: TestStack, dialect: Played, code: string): Promise<void> {
  const partial = await placedElsewhere(stack, 4, 3);
  const nothing = await placedElsewhere(stack, 1, 0);
  await page.goto("/");
  await lookUp(page, code);
  await expect(completed(page)).toBeVisible();
  await lookUp(page, partial);
  await expect(page.getByText("3 of 4 codes were delivered.")).toBeVisible();
  await expect(page.getByRole("code").getByText(NAMES[dialect].partial, { exact: true })).toBeVisible();
  await lookUp(page, nothing);
  await expect(page.getByText("The provider has no stock of this product.").first()).toBeVisible();
  await expect(page.getByRole("code").getByText(NAMES[dialect].undelivered, { exact: true })).toBeVisible();
}

async function lookUp(page: Page, code: string): Promise<void> {
  await searchFor(page, code);
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
