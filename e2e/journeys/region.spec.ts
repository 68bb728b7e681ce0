import type { Page } from "@playwright/test";
import { addToOrder, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { memberPage } from "#e2e/support/memberPage.ts";

/** The number of lines of the longest time on a page. */
function linesOfTimes(page: Page): Promise<number> {
  return page.getByRole("main").evaluate((main) => {
    const lines = [...main.querySelectorAll("time")].map((time) => {
      const text = document.createRange();
      text.selectNodeContents(time);
      return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    return Math.max(0, ...lines);
  });
}

/** What the server wrote, before the browser changed anything. */
async function htmlOf(page: Page, path: string): Promise<string> {
  const headers = { "accept-language": "en-GB" };
  return (await (await page.request.get(path, { headers })).text()).replaceAll(/&nbsp;|\u00a0/g, " ");
}

test("a member's region is written everywhere, whatever the browser's is, by server and browser alike", async ({
  asAdmin,
  browser,
  stack: { url: baseURL },
}) => {
  const page = await memberPage(browser, asAdmin, baseURL, { name: "Rika Region", role: "buyer" });
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));

  // The browser is in Zurich and uses a British locale.
  await page.goto("/wallet");
  await expect(page.getByText(/^€[\d,]+\.\d{2}$/).first()).toBeVisible();

  await page.goto("/settings");
  await page.getByLabel("Numbers and dates").selectOption("de-DE");
  await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
  const preview = page.getByLabel("Preview");
  await expect(preview).toContainText("1.234.567,89 €");
  await expect(preview).toContainText(/\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}:\d{2} GMT\+9/);
  await expect(preview).toContainText("Monday");
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Save region" }).click()]);
  await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Tokyo");

  await page.goto("/wallet");
  await expect(page.getByText(/^[\d.]+,\d{2}\s€$/).first()).toBeVisible();

  await addToOrder(page, "Scenario: delivers codes as plain strings", { quantity: "2" });
  await page.goto("/orders/new");
  await reviewAndSend(page);
  const reference = await referenceOf(page);
  const order = await page.request.get(`/api/orders/${reference}`);
  const { createdAt }: { createdAt: string } = await order.json();
  const inTokyo = new Intl.DateTimeFormat("de-DE", {
    timeZone: "Asia/Tokyo",
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
  }).format(Date.parse(createdAt));
  await page.goto("/orders");
  // How long ago it was, and when, for the pointer.
  const placed = page.getByRole("main").locator(`time[title*="${inTokyo}"]`);
  await expect(placed.first()).toHaveText(/^(?:just now|\d+ (?:sec|min) ago)$/);
  const html = await htmlOf(page, "/orders");
  expect(html).toContain(inTokyo);
  expect(html).toMatch(/[\d.]+,\d{2} €/);
  expect(html).not.toMatch(/€[\d,]+\.\d{2}/);
  await page.getByRole("button", { name: /^Date:/ }).click();
  await page.getByRole("button", { name: "This week" }).click();
  await expect(placed.first()).toBeVisible();
  await expect(page.getByRole("columnheader", { name: /^Mo/ }).first()).toBeVisible();
  expect(errors).toEqual([]);

  await typeAmounts(page);
  expect(errors).toEqual([]);

  // The longest way to write a time: "10 Nov 2026, 10:20 p.m." in Canada.
  const chosen = { locale: "en-CA", timeZone: "Asia/Tokyo" };
  const saved = await page.request.put("/api/session/region", { headers: { origin: baseURL }, data: chosen });
  expect(saved.status(), await saved.text()).toBe(200);
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of ["/orders", `/orders/${reference}`]) {
    await page.goto(path);
    await expect(page.getByRole("main").locator('time[title*="GMT+9"]').first()).toBeVisible();
    expect(await linesOfTimes(page), path).toBe(1);
  }

  const refused = await page.request.put("/api/session/region", {
    headers: { origin: baseURL },
    data: { locale: "klingon-Qonos", timeZone: null },
  });
  expect(refused.status()).toBe(400);
  expect(await refused.json()).toMatchObject({
    fields: { locale: "“klingon-Qonos” is not a known locale. Enter one such as de-DE." },
  });
});

/** Types amounts the German way: an amount that can mean two is refused, and the field shows how the others were understood. */
async function typeAmounts(page: Page): Promise<void> {
  await page.goto("/catalog?currency=EUR");
  const group = page.getByRole("group", { name: /^Price/ });
  await group.getByLabel("From").fill("1.234");
  await group.getByRole("button", { name: "Apply" }).click();
  await expect(group).toContainText(
    "“1.234” can mean two amounts. For 1.234,00\u00a0€ write 1234; else write it like 1,00.",
  );
  await group.getByLabel("From").fill("10,5");
  await group.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/minPrice=10\.50$/);
  await expect(group.getByLabel("From")).toHaveValue("10,50");

  const { items }: { items: { id: number; denominationMinValue: number }[] } = await (
    await page.request.get("/api/catalog/products?denomination=open&currency=EUR&take=50")
  ).json();
  const { id } = items.find(({ denominationMinValue }) => denominationMinValue === 1_000) ?? {};
  await page.goto(`/catalog?product=${id}`);
  const sheet = page.getByRole("dialog");
  const amount = sheet.getByRole("textbox", { name: "Amount" });
  await expect(amount).toHaveValue(/^\d+,\d{2}$/);
  await amount.fill("10,0");
  await expect(amount).toHaveValue("10,0");
  await expect(sheet).toContainText("10,00\u00a0€");
  await amount.blur();
  await expect(amount).toHaveValue("10,00");
}

test("the calendar begins with the reader's today on the first page of a browser", async ({
  browser,
  stack: { url: baseURL },
  sessions,
}) => {
  const timezoneId = zoneOfAnotherDay(Date.now());
  const context = await browser.newContext({ baseURL, storageState: sessions.viewer, timezoneId });
  const page = await context.newPage();
  await page.goto("/orders", { waitUntil: "networkidle" });
  const dayThere = (at: number) => new Intl.DateTimeFormat("en-CA", { timeZone: timezoneId }).format(at);
  const opened = dayThere(Date.now());
  await page.getByRole("button", { name: "Date: Any time" }).press("Enter");
  const days = page.getByRole("grid").locator("[data-day]");
  await expect(days.and(page.locator("[aria-current=date]"))).toHaveAttribute("data-day", opened);
  await expect(days.and(page.locator("[tabindex='0']"))).toHaveAttribute("data-day", opened);
});

/** A time zone whose day differs from that of UTC, now and for a quarter of an hour. */
function zoneOfAnotherDay(now: number): string {
  const minuteOfDay = Math.floor(now / 60_000) % (24 * 60);
  // Until 11:00 in UTC it is yesterday in Pago Pago (UTC-11), from 10:00 on tomorrow in Kiritimati (UTC+14).
  return minuteOfDay < 10 * 60 + 30 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati";
}
