import { emptyDraft } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

test("without a network, no link and no command replaces the page and what is typed in it", async ({
  asBuyer: page,
}) => {
  await page.goto("/lookup", { waitUntil: "networkidle" });
  const references = page.getByRole("textbox", { name: "References" });
  await references.fill("CD-234567");
  await page.keyboard.press("Control+k");
  await page
    .getByRole("combobox", { name: "Search or jump to a page, an order, a product or an action" })
    .fill("wallet");
  await expect(page.getByRole("option", { name: /^Wallet/ }).first()).toBeVisible();
  await page.context().setOffline(true);
  // A page learns a moment later that its browser has lost the network; until then, a link is followed.
  await page.waitForFunction(() => !navigator.onLine);
  await page.keyboard.press("Enter");
  const message = "This page stays open until you are back online.";
  const said = page.getByText(message);
  // If it is not said, what is shown instead tells whether the page went or the key did nothing.
  await expect(page.locator("body")).toContainText(message);
  await page.getByRole("link", { name: "Wallet" }).first().click();
  await expect(said).toHaveCount(2);
  await expect(references).toHaveValue("CD-234567");

  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Wallet" }).first().click();
  await expect(page.getByRole("heading", { name: "Wallet", level: 1 })).toBeVisible();
});

test("a browser that claims to be offline on the machine of the dashboard follows links, searches and saves", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { value: false }));
  await page.goto("/");
  await page.getByRole("link", { name: "Catalog" }).first().click();
  await page.getByRole("main").getByRole("searchbox").fill("takes five minutes");
  await expect(page).toHaveURL(/[?&]q=takes/);
  await page.getByRole("button", { name: "Add to order: Scenario: takes five minutes" }).click();
  await page.getByRole("link", { name: "View order (1)" }).click();
  const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await page.getByRole("textbox", { name: "Quantity of line 1", exact: true }).fill("2");
  expect((await saved).ok()).toBe(true);
});

test("whoever presses a link in a browser without a network is told so although the question for it gets no answer", async ({
  asBuyer: page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { value: false }));
  await page.goto("/lookup", { waitUntil: "networkidle" });
  await page.route("**/robots.txt", () => undefined);
  await page.getByRole("link", { name: "Wallet" }).first().click();
  await expect(page.getByText("This page stays open until you are back online.")).toBeVisible();
  await expect(page).toHaveURL(/\/lookup$/);
});
