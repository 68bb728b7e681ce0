import { emptyDraft } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import type { Route } from "@playwright/test";

const FAILURES = [
  {
    failure: "the network is gone without the browser's notice",
    fail: (route: Route) => route.abort("connectionrefused"),
  },
  {
    failure: "a proxy says that Codedesk is away",
    fail: (route: Route) => route.fulfill({ status: 502, contentType: "text/html", body: "Bad Gateway" }),
  },
];

const OFFLINE = "The page that you chose opens as soon as you are back online.";
const UNREACHABLE = "The page that you chose opens as soon as Codedesk answers.";

test("without a network, no link and no command replaces the page and what is typed in it, and the page follows later", async ({
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
  await page.waitForFunction(() => !navigator.onLine);
  await page.keyboard.press("Enter");
  await expect(page.getByText(OFFLINE)).toHaveCount(1);
  await page.getByRole("link", { name: "Orders" }).first().click();
  await expect(page.getByText(OFFLINE)).toHaveCount(2);
  await expect(references).toHaveValue("CD-234567");

  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
});

for (const { failure, fail } of FAILURES) {
  test(`a link that is pressed while ${failure} leaves the page and what is typed in it, and is followed later`, async ({
    asBuyer: page,
  }) => {
    await page.goto("/lookup", { waitUntil: "networkidle" });
    const references = page.getByRole("textbox", { name: "References" });
    await references.fill("CD-234567");
    await page.route("**/*", fail);
    const wallet = page.getByRole("link", { name: "Wallet" }).first();
    await wallet.click();
    await expect(page.getByText(UNREACHABLE)).toHaveCount(1);
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await wallet.click();
    await expect(page.getByText(UNREACHABLE)).toHaveCount(2);
    await expect(references).toHaveValue("CD-234567");

    await page.unroute("**/*");
    await expect(page.getByRole("heading", { name: "Wallet", level: 1 })).toBeVisible();
  });
}

test("a page that fails only when the router requests it is loaded by the browser", async ({
  asBuyer: page,
}) => {
  await page.goto("/lookup", { waitUntil: "networkidle" });
  await page.route("**/wallet?_rsc=*", (route) => route.abort("blockedbyclient"));
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
