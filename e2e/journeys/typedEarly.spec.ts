import { addToOrder, emptyDraft } from "#scripts/browser/orderSteps.ts";
import { TIME_ZONE_COOKIE } from "#lib/time/zoneCookie.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { openAsleep } from "#e2e/support/openAsleep.ts";

test("text typed before the page is interactive is searched for, and undoes nothing that is chosen after it", async ({
  asBuyer: page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/catalog/products") asked.push(url.search);
  });
  const wake = await openAsleep(page, "/catalog");
  await page.getByRole("main").getByRole("searchbox").fill("takes five minutes");
  wake();
  await page.waitForURL(/[?&]q=takes/);
  const wokenAt = await page.evaluate(() => performance.now());
  const filters = page.getByRole("complementary", { name: "Filters" });
  await filters.getByRole("checkbox", { name: "Fixed price" }).check();
  await page.getByRole("link", { name: "Scenario: takes five minutes" }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Quantity").fill("2");
  await expect(sheet).toContainText(/as of/i);
  // Long after: a delayed search would have been sent by now.
  await page.waitForFunction((until) => performance.now() > until, 2 * wokenAt + 500);
  const address = new URL(page.url()).searchParams;
  expect([address.get("q"), address.get("denomination")]).toEqual(["takes five minutes", "fixed"]);
  expect(address.get("product")).not.toBeNull();
  // One request for each view, whether the typing or the page's start came first.
  expect(asked.length).toBe(new Set(asked).size);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/catalog\?q=takes\+five\+minutes&denomination=fixed$/);
  await expect(filters.getByRole("checkbox", { name: "Fixed price" })).toBeChecked();
});

test("text typed while a page becomes interactive in another time zone than it was written in is searched for", async ({
  asBuyer: page,
}) => {
  await page.addInitScript(() => {
    const turns = new MessageChannel();
    turns.port1.addEventListener("message", () => {
      const field = document.querySelector<HTMLInputElement>("#page input[type=search]");
      const key = Object.keys(document).find((each) => each.startsWith("__reactContainer"));
      const root = key === undefined ? undefined : Reflect.get(document, key)?.stateNode.current;
      field?.focus();
      // As soon as the frame is interactive, while the page inside is not yet.
      if (!field || root?.memoizedState.isDehydrated !== false) return turns.port2.postMessage(null);
      const isTaken = Object.keys(field).some((each) => each.startsWith("__reactProps"));
      document.documentElement.dataset.typed = isTaken ? "late" : "between";
      document.execCommand("insertText", false, "gift");
    });
    turns.port1.start();
    turns.port2.postMessage(null);
  });
  // Whether the text comes before or after the change of zone varies: it was lost once in six times before the change waited for the page.
  for (let visit = 0; visit < 5; visit += 1) {
    await page.context().clearCookies({ name: TIME_ZONE_COOKIE });
    await page.goto("/catalog");
    await expect(page.locator("html")).toHaveAttribute("data-typed", "between");
    await expect(page).toHaveURL(/[?&]q=gift/);
    await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("gift");
  }
});

test("a reference that is typed before the page is interactive and entered just when it becomes so is looked up", async ({
  asBuyer: page,
}) => {
  await page.addInitScript(() => {
    const turns = new MessageChannel();
    turns.port1.addEventListener("message", () => {
      const field = document.querySelector<HTMLInputElement>("form[role=search] input");
      if (!field) return turns.port2.postMessage(null);
      if (field.value === "") {
        field.focus();
        document.execCommand("insertText", false, "no-such-order");
      }
      // As soon as React knows the form, and before it can know the text.
      const isKnown = Object.keys(field).some((each) => each.startsWith("__reactProps"));
      if (!isKnown) return turns.port2.postMessage(null);
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      field.form?.requestSubmit();
    });
    turns.port1.start();
    turns.port2.postMessage(null);
  });
  await page.goto("/");
  const palette = page.getByRole("dialog", { name: "Search or jump to" });
  await expect(palette.getByText("No order found")).toBeVisible();
  await expect(palette.getByRole("combobox")).toHaveValue("no-such-order");
});

test("a filter that is chosen while the last keys still wait to be searched for stays chosen", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  // In one task of the page: no person could be faster.
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>("main input[type=search]");
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    for (const text of [
      "t",
      "ta",
      "tak",
      "take",
      "takes",
      "takes f",
      "takes fi",
      "takes fiv",
      "takes five",
    ]) {
      value?.set?.call(field, text);
      field?.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    const filters = [...document.querySelectorAll<HTMLLabelElement>("aside label")];
    filters.find(({ textContent }) => textContent.startsWith("Fixed price"))?.click();
  });
  await expect(page).toHaveURL(/\/catalog\?q=takes\+five&denomination=fixed$/);
  await expect(page.getByRole("checkbox", { name: "Fixed price" })).toBeChecked();
});

test("a product that is opened while the last keys still wait to be searched for stays open, and closing it shows what they found", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  // In one task of the page: no person could be faster.
  const opened = await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>("main input[type=search]");
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    for (const text of ["takes fiv", "takes five"]) {
      value?.set?.call(field, text);
      field?.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    const link = document.querySelector<HTMLAnchorElement>('main a[href*="product="]');
    link?.click();
    return link?.textContent;
  });
  await expect(page).toHaveURL(/\/catalog\?q=takes\+five&product=\d+$/);
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("heading", { level: 2 })).toHaveText(opened ?? "");
  await sheet.getByLabel("Quantity").fill("2");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/catalog\?q=takes\+five$/);
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("takes five");
  await expect(page.getByRole("link", { name: "Scenario: takes five minutes" })).toBeVisible();
});

test("a quantity that was focused before the page was interactive is replaced by what is typed after it", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  const wake = await openAsleep(page, "/orders/new");
  const quantity = page.getByRole("textbox", { name: "Quantity of line 1", exact: true });
  await quantity.focus();
  wake();
  await page.waitForLoadState("networkidle");
  await page.keyboard.type("2");
  await expect(quantity).toHaveValue("2");
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("2 codes");
});

test("a press on a button that is interactive waits for the text that was typed just before it", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  const code = `early/${crypto.randomUUID().slice(0, 8)}`;
  await page.addInitScript((text) => {
    const turns = new MessageChannel();
    turns.port1.addEventListener("message", () => {
      const field = document.querySelector<HTMLInputElement>("#page input[maxlength='200']");
      const review = [...document.querySelectorAll("#page button")].find(
        ({ textContent }) => textContent === "Review order",
      );
      if (field?.value === "") {
        field.focus();
        document.execCommand("insertText", false, text);
      }
      // In the turn in which the page has become interactive, before anything else can happen in it.
      const isTaken =
        review !== undefined && Object.keys(review).some((key) => key.startsWith("__reactProps"));
      if (!isTaken) return turns.port2.postMessage(null);
      if (review instanceof HTMLElement) review.click();
    });
    turns.port1.start();
    turns.port2.postMessage(null);
  }, code);
  await page.goto("/orders/new");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: /^Place/ })).toBeVisible();
  await expect(dialog).toContainText(code);
});
