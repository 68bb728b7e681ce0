import type { Page } from "@playwright/test";
import { emptyDraft } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { holdRequests } from "#e2e/support/holdRequests.ts";

const PRODUCT = "Scenario: delivers codes as plain strings";

const firstLine = (page: Page) => page.getByRole("row", { name: /^line 1:/ });

test("a line that no save has taken yet keeps its product over a reload, and the draft says why it is not saved", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await page.addInitScript(failSaves);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await page.getByRole("combobox", { name: "Add a product" }).fill(PRODUCT);
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(firstLine(page)).toContainText(PRODUCT);

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
  await expect(page.getByText(/^Saved/)).toBeVisible({ timeout: 15_000 });
  await page.evaluate(() => localStorage.removeItem("saves"));
});

/** In the page, also while it is left: saves get no answer until the journey says that they work. */
function failSaves(): void {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) =>
    init?.method === "PATCH" && localStorage.getItem("saves") === null
      ? Promise.reject(new TypeError("Failed to fetch"))
      : send(input, init);
}
