import type { Page } from "@playwright/test";
import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { completed } from "#e2e/support/completed.ts";
import { translatedTexts, translatePage } from "#e2e/support/translatePage.ts";
import { PAGES } from "#e2e/support/pages.ts";

const PRODUCT = "Scenario: delivers codes as plain strings";

/** References, ids, amounts, codes, addresses and names, as they occur in the test data. */
const VALUES =
  /CD-[0-9A-Z]{4}|TEST-|[€$£]\s?\d|\b[A-Z]{3}\s\d|@\w+\.\w|Scenario:|Ada Admin|Bela Buyer|Arif Approver|Suri Support|Vera Viewer|for the customer of Zürich|PO-4711|urgent-order|Lieferung nach Bern/;

/** Everything that went wrong in the page's own scripts. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => {
    // What was translated before React took it over is rendered anew.
    if (!String(error).includes("Minified React error #418")) errors.push(String(error));
  });
  return errors;
}

async function expectUntouched(page: Page): Promise<void> {
  const touched = (await translatedTexts(page)).filter((text) => VALUES.test(text));
  expect(touched, `values that were translated on ${page.url()}`).toEqual([]);
}

const untilTranslated = (page: Page) =>
  expect.poll(async () => (await translatedTexts(page)).length).toBeGreaterThan(5);

test("a page that the browser translates can be ordered on, and no code, reference, name or amount is translated", async ({
  asBuyer: page,
}) => {
  const errors = errorsOf(page);
  await emptyDraft(page);
  await translatePage(page);
  await addToOrder(page, PRODUCT, { quantity: "3" });
  await page.goto("/orders/new");
  await untilTranslated(page);
  const totals = page.getByRole("region", { name: "Totals" });
  await expect(totals).toContainText("€30.00");
  // What changes is seen, and not the translation of what was there before.
  await page.getByLabel("Quantity").first().fill("5");
  await expect(totals).toContainText("€50.00");
  await expect(totals).not.toContainText("€30.00");
  await page.getByLabel("Quantity").first().fill("2");
  await expect(totals).toContainText("€20.00");
  await page.getByLabel("Purchase order").fill("PO-4711");
  await page.getByLabel("Tags").fill("urgent-order");
  await page.getByLabel("Note").fill("Lieferung nach Bern");
  await expectUntouched(page);
  await reviewAndSend(page);
  const reference = await referenceOf(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(reference);
  await expect(completed(page)).toBeVisible();
  await page.getByLabel("Reason (optional)").fill("for the customer of Zürich");
  await page.getByRole("button", { name: "Reveal 2 codes" }).click();
  await expect(page.getByText(/^TEST-/).first()).toBeVisible();
  await expectUntouched(page);
  await page.getByRole("button", { name: "Hide codes" }).click();
  await expect(page.getByText(/^TEST-/)).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("no page breaks when the browser translates it, while it is used, left and opened again", async ({
  asAdmin: page,
}) => {
  const errors = errorsOf(page);
  await translatePage(page);
  const touched: string[] = [];
  for (const screen of Object.values(PAGES).flat()) {
    await page.goto(screen, { waitUntil: "load" });
    await untilTranslated(page);
    // Boxes, menus and the palette change texts of the page around them.
    for (const box of await page.getByRole("main").getByRole("searchbox").all()) {
      await box.fill("card");
      await box.fill("zzz");
      await box.fill("");
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").or(page.getByRole("searchbox")).first().waitFor();
    await page.keyboard.press("Escape");
    // Its own links open the next pages without loading the document again.
    await page.getByRole("navigation").first().getByRole("link", { name: "Orders" }).first().click();
    await expect(page.getByRole("heading", { level: 1 }).filter({ visible: true })).toContainText("Orders");
    await page.goBack();
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
    touched.push(
      ...(await translatedTexts(page))
        .filter((text) => VALUES.test(text))
        .map((text) => `${screen}: ${text}`),
    );
  }
  expect([...new Set(touched)]).toEqual([]);
  expect(errors).toEqual([]);
});
