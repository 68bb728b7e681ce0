import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";
import { untilQuiet, watchReceived, weigh } from "#scripts/browser/pageWeight.ts";

/** The fonts with which the browser has drawn the text of the first element of a kind. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  return fonts.map(({ familyName }) => familyName);
}

test("a browser's first page is in the typeface of all the others, asks for its font first, and waits for no script", async ({
  asBuyer: page,
  stack,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/catalog", { waitUntil: "commit" });
  await page.getByRole("searchbox", { name: "Search the catalog" }).fill("gift");
  await expect(page).toHaveURL(/q=gift/);
  expect(await fontsOf(page, "h1")).toEqual([expect.stringMatching(/^Inter/)]);
  const firstOf = (kind: RegExp) => asked.findIndex((path) => kind.test(path));
  expect(firstOf(/\/inter-basic[^/]*\.woff2$/)).toBeGreaterThan(-1);
  expect(firstOf(/\/inter-basic[^/]*\.woff2$/)).toBeLessThan(firstOf(/\.js$/));
  // Nothing on it is written in other scripts.
  expect(asked.filter((path) => /\/inter-(latin-ext|cyrillic|greek)/.test(path))).toEqual([]);

  await page.goto("/orders");
  expect(await fontsOf(page, "h1")).toEqual([expect.stringMatching(/^Inter/)]);
  const head = await (await page.request.get(`${stack.url}/orders`)).text();
  expect(head.slice(0, head.indexOf("</head>"))).not.toMatch(/<script[^>]* src="[^"]*"[^>]* async/);
});

test("nothing moves on a page whose font comes late", async ({ asBuyer: page }) => {
  const painted = Promise.withResolvers<void>();
  await page.route("**/*.woff2", async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += "value" in entry ? Number(entry.value) : 0;
    }).observe({ type: "layout-shift", buffered: true });
  });
  // A font that is preloaded is part of what the page loads.
  await page.goto("/catalog", { waitUntil: "commit" });
  await expect(page.getByRole("table", { name: "Products" })).toBeVisible();
  expect(await fontsOf(page, "h1")).not.toContain(expect.stringMatching(/^Inter/));
  painted.resolve();
  await expect.poll(() => fontsOf(page, "h1")).toEqual([expect.stringMatching(/^Inter/)]);
  expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.01);
});

/** Opens the catalog until it has nothing to do, then the orders. Returns what either asked for and received. */
async function openTwo(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const watched = watchReceived(session);
  await page.goto("/catalog");
  await untilQuiet(page, watched);
  const catalog = watched.received();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Orders", exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^Orders/ })).toBeVisible();
  await untilQuiet(page, watched);
  return { catalog, orders: watched.received().slice(catalog.length) };
}

test("a page that has nothing to do loads the scripts of the other main pages, at most 70 kB, and none of their content", async ({
  asBuyer: page,
  browser,
  stack,
  sessions,
}) => {
  const ahead = await openTwo(page);
  expect(weigh(ahead.orders).scripts).toBe(0);
  expect(ahead.catalog.filter(({ address }) => address.includes("_rsc="))).toEqual([]);

  const saving = await browser.newContext({
    baseURL: stack.url,
    storageState: sessions.buyer,
    extraHTTPHeaders: { "save-data": "on" },
  });
  const alone = await openTwo(await saving.newPage());
  expect(weigh(alone.orders).scripts).toBeGreaterThan(0);
  const bytesAhead = weigh(ahead.catalog).scripts - weigh(alone.catalog).scripts;
  expect(bytesAhead).toBeGreaterThan(0);
  expect(bytesAhead).toBeLessThan(70_000);
  await saving.close();
});

declare global {
  interface Window {
    shifts: number;
  }
}
