import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { holdRequests } from "#e2e/support/holdRequests.ts";
import { placeOrder, untilState } from "#e2e/support/placeOrder.ts";
import { intercept } from "#e2e/support/intercept.ts";

/** Places an order of its own and waits for its codes. Returns its reference. */
async function completedOrder(page: Page, stack: TestStack, quantity: number): Promise<string> {
  const code = `overview-${randomUUID()}`;
  const texts = { externalOrderCode: code, purchaseOrder: code };
  const reference = await placeOrder(page, stack, [["pins-as-strings", quantity]], texts);
  await untilState(page, reference, "completed");
  return reference;
}

test("a browser that cannot draw the charts says so, and shows their values as tables", async ({
  asBuyer: page,
  stack,
}) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await completedOrder(page, stack, 1);
  // What WebKitGTK calls its language where the system has no locale.
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "language", { get: () => "C" });
  });
  await page.goto("/", { waitUntil: "networkidle" });
  const figures = page.getByRole("region", { name: "Last 30 days" });
  await expect(figures.getByText("The chart couldn't be drawn in this browser.").first()).toBeVisible();
  await figures.getByText("Show as a table").last().click();
  await expect(page.getByRole("table", { name: "Codes by day" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("the overview's figures lead to the orders they count, and an order is ordered again", async ({
  asBuyer: page,
  stack,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
  });
  const reference = await completedOrder(page, stack, 2);
  await page.goto("/", { waitUntil: "networkidle" });
  const figures = page.getByRole("region", { name: "Last 30 days" });
  await expect(
    figures.getByRole("img", { name: /^Codes by day over 30 days/ }).locator("canvas"),
  ).toBeVisible();

  // The same figures as a table, of which each day leads to its orders.
  const codes = figures.getByText("Show as a table").last();
  await codes.click();
  const today = page.getByRole("table", { name: "Codes by day" }).getByRole("row").nth(1);
  await expect(today.getByRole("link")).toBeVisible();
  // Its head sticks above the days, and not over them.
  const head = await page
    .getByRole("table", { name: "Codes by day" })
    .getByRole("columnheader")
    .first()
    .boundingBox();
  expect((head?.y ?? 0) + (head?.height ?? 0)).toBeLessThanOrEqual((await today.boundingBox())?.y ?? 0);
  await figures.getByRole("button", { name: "90 days" }).click();
  await expect(
    page
      .getByRole("region", { name: "Last 90 days" })
      .getByRole("img", { name: /over 90 days/ })
      .first(),
  ).toBeVisible();

  await page.locator("dl").getByText("Codes", { exact: true }).locator("..").getByRole("link").click();
  await expect(page).toHaveURL(
    /\/orders\?state=completed%2Cpartial&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&zone=utc$/,
  );
  await expect(page.getByRole("link", { name: reference })).toBeVisible();
  await expect(page.getByRole("button", { name: /Completed, Partial/ })).toBeVisible();

  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: `Order ${reference} again` }).click();
  await expect(page).toHaveURL(/\/orders\/new\?draft=/);
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("€20.00");
  expect(refused).toEqual([]);
});

test("an order that is ordered again becomes one draft, although its page waits for a connection", async ({
  asBuyer: page,
  stack,
}) => {
  const reference = await completedOrder(page, stack, 1);
  await page.goto("/", { waitUntil: "networkidle" });
  const made: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/orders/drafts")) made.push(request.url());
  });
  await intercept(page, /\/orders\/new/, (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
  const again = page.getByRole("button", { name: `Order ${reference} again` });
  await again.click();
  await expect(page.getByText("opens as soon as Codedesk answers")).toBeVisible();
  await again.press("Enter");
  await page.unroute(/\/orders\/new/);
  await expect(page).toHaveURL(/\/orders\/new\?draft=/);
  expect(made).toHaveLength(1);
  // The overview is kept, and its button works again.
  await page.goBack();
  await again.click();
  await expect(page).toHaveURL(/\/orders\/new\?draft=/);
  expect(made).toHaveLength(2);
});

test("the overview's tables are made when they are opened, and come with the page where scripts are off", async ({
  asBuyer: page,
  browser,
  sessions,
  stack,
}) => {
  await completedOrder(page, stack, 1);
  await page.goto("/", { waitUntil: "networkidle" });
  // Alarms about reveals, which other journeys may raise meanwhile, have details too.
  const links = page.locator("details", { hasText: "Show as a table" }).locator("a");
  await expect(links).toHaveCount(0);
  await page.getByText("Show as a table").first().click();
  await expect(links).toHaveCount(30);

  const context = await browser.newContext({ storageState: sessions.buyer, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(stack.url);
  await plain.getByText("Show as a table").last().click();
  const table = plain.getByRole("table", { name: "Codes by day" });
  await expect(table.getByRole("row").nth(1).getByRole("link")).toBeVisible();
});

test("the wallet comes with its movements, so that nothing moves when they are there", async ({
  browser,
  sessions,
  stack,
}) => {
  const context = await browser.newContext({ storageState: sessions.buyer, javaScriptEnabled: false });
  const page = await context.newPage();
  // A page does not wait long for the service, so the balances may be missing at first.
  await expect(async () => {
    await page.goto(`${stack.url}/wallet`);
    const movements = page.getByRole("table", { name: /^Movements in/ });
    await expect(movements.getByRole("row").nth(1)).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test("an administrator sets a limit, and members who see the wallet are warned below it", async ({
  asAdmin: admin,
  asBuyer: buyer,
}) => {
  await admin.goto("/wallet", { waitUntil: "networkidle" });
  const row = admin.getByRole("row", { name: /^KWD/ });
  await row.getByRole("button", { name: "Change the limit of KWD" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Warn below").fill("lots");
  await dialog.getByRole("button", { name: "Save limit" }).click();
  await expect(dialog.getByText(/is not an amount/)).toBeVisible();
  await dialog.getByLabel("Warn below").fill("900");
  await dialog.getByRole("button", { name: "Save limit" }).click();
  await expect(row).toContainText("KWD 900.000");
  await expect(admin.getByText("KWD: KWD 750.125 of KWD 900.000")).toBeVisible();

  // The limits come with the page: the warning is shown together with the balances, and moves nothing later.
  const release = await holdRequests(buyer, "**/api/wallet/limits");
  for (const path of ["/wallet", "/"]) {
    await buyer.goto(path, { waitUntil: "load" });
    await expect(buyer.getByText("KWD: KWD 750.125 of KWD 900.000")).toBeVisible();
  }
  release();
  await buyer.goto("/wallet", { waitUntil: "networkidle" });
  await expect(buyer.getByRole("button", { name: "Change the limit of KWD" })).toHaveCount(0);
  await buyer.getByRole("combobox", { name: "Currency" }).selectOption("KWD");
  await expect(buyer.getByText("The first balance that the service reported")).toBeVisible();

  await row.getByRole("button", { name: "Change the limit of KWD" }).click();
  await dialog.getByLabel("Warn below").fill("");
  await dialog.getByRole("button", { name: "Save limit" }).click();
  await expect(row).toContainText("No limit");
  await admin.goto("/audit", { waitUntil: "networkidle" });
  await expect(
    admin
      .getByText(/changed a low balance limit/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
});

test("a statement is looked at, taken along as CSV and XLSX, and printed without the frame around it", async ({
  asBuyer: page,
  stack,
}) => {
  const reference = await completedOrder(page, stack, 3);
  await page.goto("/wallet", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Statements" }).click();
  await page.waitForURL(/\/wallet\/statements$/);
  await page.waitForLoadState("networkidle");
  const own = page.getByRole("table", { name: "By purchase order" }).getByRole("row", { name: reference });
  await expect(own).toContainText("€30.00");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const csv = readFileSync(await (await download).path(), "utf8");
  expect(csv).toMatch(new RegExp(`Purchase order,${reference},,EUR,1,3,30\\.00,3,30\\.00,0,0\\.00,0,0\\.00`));
  const workbook = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download XLSX" }).click();
  expect((await workbook).suggestedFilename()).toMatch(/^statement-sandbox-\d{4}-\d\d\.xlsx$/);
  expect(
    readFileSync(await (await workbook).path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");

  const before = page.getByRole("link", { name: "Previous month" });
  const place = await before.boundingBox();
  const title = page.getByRole("heading", { name: /^Statement for/ });
  for (let pressed = 0; pressed < 3; pressed += 1) {
    const month = await title.innerText();
    await before.click();
    await expect(title).not.toHaveText(month);
    expect(await before.boundingBox()).toEqual(place);
  }
  await page.goto("/wallet/statements", { waitUntil: "networkidle" });

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(own).toBeVisible();
});

test("support sees neither the wallet nor statements", async ({ asSupport: page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(page.getByRole("region", { name: "Last 30 days" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Wallet" })).toHaveCount(0);
  for (const path of ["/wallet", "/wallet/statements"]) {
    await page.goto(path);
    await expect(page.getByText("You don't have access to this page")).toBeVisible();
  }
});
