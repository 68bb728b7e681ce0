import type { Page } from "@playwright/test";
import { emptyDraft, fillDraft } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { holdRequests } from "#e2e/support/holdRequests.ts";

const PRODUCT = "Scenario: delivers codes as plain strings";

const firstLine = (page: Page) => page.getByRole("row", { name: /^line 1:/ });

test("a line that no save has taken yet keeps its product over a reload, and the draft says why it is not saved", async ({
  asBuyer: page,
}) => {
  await addUnsavedLine(page);

  const answerLookUp = await holdRequests(page, "**/api/catalog/lookup");
  await page.reload();
  await expect(firstLine(page)).toContainText("Loading product…");
  await expect(page.getByText("Not in your catalog")).toHaveCount(0);
  await expect(page.getByText(/can't be ordered/)).toHaveCount(0);
  answerLookUp();
  await expect(firstLine(page)).toContainText(PRODUCT);
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("€10.00");
  await expect(page.getByText(/^Not saved yet/)).toHaveText(
    "Not saved yet: Codedesk did not answer. Your changes are kept in this tab. We'll retry automatically.",
  );

  await page.evaluate(() => localStorage.setItem("saves", "work"));
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem("saves"));
});

test("lines that no save has taken can't be read by the member who signs in in that tab next, and are there for the first one again", async ({
  asBuyer: page,
  asAdmin,
  sessions,
}) => {
  await emptyDraft(asAdmin);
  await addUnsavedLine(page);
  const stored = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  await expect.poll(stored).not.toContain("productId");

  const own = await page.context().cookies();
  await page.context().clearCookies();
  await page.context().addCookies(sessions.admin.cookies);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: /: account of Ada Admin$/ })).toBeVisible();
  await expect(firstLine(page)).toHaveCount(0);
  expect(await stored()).not.toContain("productId");

  await page.context().clearCookies();
  await page.context().addCookies(own);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await expect(firstLine(page)).toContainText(PRODUCT);
  await page.evaluate(() => localStorage.setItem("saves", "work"));
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem("saves"));
});

/** Adds a line to an empty draft, of which no save gets an answer. */
async function addUnsavedLine(page: Page): Promise<void> {
  await emptyDraft(page);
  await page.addInitScript(failSaves);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await page.getByRole("combobox", { name: "Add a product" }).fill(PRODUCT);
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(firstLine(page)).toContainText(PRODUCT);
}

/** Runs in the page, also while it is being left: saves get no answer until the journey lets them succeed. */
function failSaves(): void {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) =>
    init?.method === "PATCH" && localStorage.getItem("saves") === null
      ? Promise.reject(new TypeError("Failed to fetch"))
      : send(input, init);
}

test("a step button of a line at its lowest amount is not seen before the line is pointed at", async ({
  asBuyer: page,
}) => {
  const found = await page.request.get("/api/catalog/products?denomination=open&currency=EUR&take=1");
  const { items }: { items: { id: number; denominationMinValue: number }[] } = await found.json();
  const [product] = items;
  if (product === undefined) throw new Error("the catalog has no such product");
  await fillDraft(page, [{ productId: product.id, amount: String(product.denominationMinValue / 100) }]);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  const step = page.getByRole("button", { name: "Decrease amount of line 1" });
  const isSeen = () => step.evaluate((button) => button.checkVisibility({ opacityProperty: true }));
  await expect(step).toHaveAttribute("aria-disabled", "true");
  await page.mouse.move(0, 0);
  await expect.poll(isSeen).toBe(false);
  await firstLine(page).hover();
  await expect.poll(isSeen).toBe(true);
});
