import { expect } from "@playwright/test";
import type { APIResponse, Locator, Page } from "@playwright/test";

/** Adds a product to the draft as people do: search, open, enter amount and quantity, add. */
export async function addToOrder(
  page: Page,
  product: string,
  { quantity = "1", amount }: { quantity?: string; amount?: string } = {},
): Promise<void> {
  await page.goto("/catalog");
  await page.getByRole("main").getByRole("searchbox").fill(product);
  await page.getByRole("link", { name: product }).first().click();
  const sheet = page.getByRole("dialog");
  if (amount !== undefined) await sheet.getByRole("textbox", { name: "Amount" }).fill(amount);
  await sheet.getByLabel("Quantity").fill(quantity);
  // A product that was added before raises the quantity of its line.
  const saved = page.waitForResponse(
    (answer) => /\/api\/orders\/draft(\/lines)?$/.test(answer.url()) && answer.ok(),
  );
  await sheet.getByRole("button", { name: "Add to order" }).click();
  await saved;
}

/** A line as it is typed in the order builder. */
type TypedLine = { productId: number; amount?: string; quantity?: string; countryCode?: string };

/** Empties the member's draft through the same interface as the order builder. */
export async function emptyDraft(page: Page): Promise<void> {
  await fillDraft(page, []);
}

/** Has the member's draft hold these lines and texts, and nothing else, through the same interface as the order builder. */
export async function fillDraft(
  page: Page,
  lines: readonly TypedLine[],
  texts: Record<string, string> = {},
): Promise<void> {
  const typed = lines.map((line) => ({
    id: crypto.randomUUID(),
    amount: "",
    quantity: "1",
    countryCode: "",
    ...line,
  }));
  const draft = { externalOrderCode: "", note: "", purchaseOrder: "", ...texts, lines: typed };
  let answer = await replaceDraft(page, draft);
  // A page that was closed a moment ago may have sent its last change in between.
  if (answer.status() === 409) answer = await replaceDraft(page, draft);
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Replaces the draft in the version that is current now. */
async function replaceDraft(page: Page, draft: unknown): Promise<APIResponse> {
  const current = await page.request.get("/api/orders/draft");
  const { id, version }: { id: string; version: number } = await current.json();
  const origin = new URL(current.url()).origin;
  return page.request.put("/api/orders/draft", { headers: { origin }, data: { id, version, draft } });
}

/** Reviews and places the one order of the draft. */
export async function reviewAndSend(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review order" }).click();
  await placeAnyway(page);
}

/** Presses the button of the open review. */
export async function placeAnyway(page: Page): Promise<void> {
  const place = await readyToPlace(page);
  await place.click();
}

/**
 * Opens the review and returns its button, ready to be pressed. Journeys share a sandbox, so another one may have placed the same
 * order a moment ago.
 */
export async function readyToPlace(
  page: Page,
  name: string | RegExp = /^Place test order ·/,
): Promise<Locator> {
  const dialog = page.getByRole("dialog");
  const place = dialog.getByRole("button", { name });
  await place.waitFor();
  for (const anyway of await dialog.getByRole("checkbox", { name: "Place it anyway" }).all()) {
    await anyway.check();
  }
  return place;
}

/** The reference in the address of an order's page. */
export async function referenceOf(page: Page): Promise<string> {
  await page.waitForURL(/\/orders\/(?!new)/);
  return decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1) ?? "");
}
