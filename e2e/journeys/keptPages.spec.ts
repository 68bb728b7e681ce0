import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";

const goTo = async (page: Page, name: string) => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(`^${name}`) })).toBeVisible();
};

test("a main page that a member returns to is as they left it, and requests nothing again", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const first = page
    .getByRole("table", { name: "Products" })
    .getByRole("checkbox", { name: /^Select / })
    .first();
  await first.check();
  const scheme = await page.locator('meta[name="color-scheme"]').elementHandle();
  await goTo(page, "Wallet");
  await expect(first).toHaveCount(0);
  const pages: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("_rsc=")) pages.push(request.url());
  });
  await goTo(page, "Catalog");
  await expect(first).toBeChecked();
  expect(pages).toEqual([]);
  // Removing the color scheme from the head and adding it again makes browsers compute the styles of the whole document twice.
  expect(await scheme?.evaluate((meta) => meta.isConnected)).toBe(true);
});

test("a hidden page keeps its styles and its layout, and nobody can see, focus or find what is in it", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const first = await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .elementHandle();
  const removed = await page.locator("#page").evaluateHandle((main) => {
    const names: string[] = [];
    new MutationObserver((changes) => {
      for (const { removedNodes } of changes) for (const { nodeName } of removedNodes) names.push(nodeName);
    }).observe(main, { childList: true });
    return names;
  });
  await goTo(page, "Wallet");
  await goTo(page, "Orders");
  const seen = await first?.evaluate((box) => {
    box.focus();
    return {
      isVisible: box.checkVisibility(),
      isFocused: document.activeElement === box,
      width: box.clientWidth,
    };
  });
  expect(seen).toEqual({ isVisible: false, isFocused: false, width: expect.any(Number) });
  expect(seen?.width).toBeGreaterThan(0);
  await expect(page.getByRole("table", { name: "Products" })).toHaveCount(0);
  await goTo(page, "Catalog");
  await expect(page.getByRole("table", { name: "Products" })).toBeVisible();
  expect(await first?.evaluate((box) => box.checkVisibility())).toBe(true);
  // Elements that are moved in the document are styled and laid out again.
  expect(await removed.jsonValue()).toEqual([]);
});

test("a page that comes back is painted before its effects run", async ({ asBuyer: page }) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  for (const name of ["Wallet", "Catalog", "Wallet"]) await goTo(page, name);
  const order = await page.locator("#page").evaluateHandle((pages) => {
    const events: string[] = [];
    // After the task that shows it: effects that run in that task come before.
    new MutationObserver((changes) => {
      const isHidden = (classes: string | null) => classes?.includes("content-visibility:hidden") ?? false;
      const isShown = ({ oldValue, target }: MutationRecord) =>
        isHidden(oldValue) && target instanceof Element && !isHidden(target.className);
      if (changes.some(isShown)) events.push("shown");
    }).observe(pages, { subtree: true, attributeFilter: ["class"], attributeOldValue: true });
    const add = window.addEventListener.bind(window);
    window.addEventListener = (...listener: Parameters<typeof add>) => {
      // The first effect of the list.
      if (listener[0] === "scroll") events.push("listens");
      add(...listener);
    };
    return events;
  });
  await goTo(page, "Catalog");
  await expect.poll(() => order.jsonValue()).toEqual(["shown", "listens"]);
});

test("people who cannot see are told the page that they come to, even if others are kept before it", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const told = page.locator("next-route-announcer");
  for (const name of ["Orders", "Wallet", "Orders", "Overview", "Catalog"]) {
    await goTo(page, name);
    await expect(told).toHaveText(new RegExp(`^${name}`));
    await expect(page).toHaveTitle(`${name} · Codedesk`);
  }
});

test("a hidden page asks for nothing", async ({ asBuyer: page }) => {
  await page.clock.install();
  await page.goto("/", { waitUntil: "networkidle" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const overview = () => asked.filter((path) => path.startsWith("/api/overview"));
  await page.clock.fastForward("01:30");
  await expect.poll(overview).toHaveLength(1);
  await goTo(page, "Catalog");
  asked.length = 0;
  await page.clock.fastForward("03:00");
  // The frame around the page polls as before.
  await expect.poll(() => asked).toContain("/api/service");
  expect(overview()).toEqual([]);
});

test("a link to a main page opens it as the link says, and going back finds the filter that was chosen there", async ({
  asBuyer: page,
}) => {
  const fixed = page
    .getByRole("complementary", { name: "Filters" })
    .getByRole("checkbox", { name: "Fixed price" });
  await page.goto("/catalog", { waitUntil: "networkidle" });
  await fixed.check();
  await expect(page).toHaveURL(/denomination=fixed$/);
  await goTo(page, "Orders");
  await goTo(page, "Catalog");
  await expect(page).toHaveURL(/\/catalog$/);
  await expect(fixed).not.toBeChecked();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: /^Orders/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/denomination=fixed$/);
  await expect(fixed).toBeChecked();
});

test("a page that is left while a dialog is open is rendered again, and nothing blocks the page after it", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog?denomination=fixed", { waitUntil: "networkidle" });
  await goTo(page, "Wallet");
  await page.goBack();
  await page.getByRole("button", { name: /^Views/ }).click();
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Half typed");
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name: /^Wallet/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("button", { name: /^Views/ })).toBeVisible();
  await expect(page.locator("dialog[open]")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Fixed price" }).uncheck();
});
