import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";
import { overBudget, PAGE_BUDGETS } from "#e2e/support/pageBudgets.ts";
import { cookieHeader, type StorageState } from "#scripts/browser/session.ts";
import { countNodes, untilQuiet, watchReceived, weigh } from "#scripts/browser/pageWeight.ts";
import { placeOverHttp } from "#tests/support/placeOverHttp.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";
import { paths } from "#lib/paths.ts";

/** What `FirstPaint` adds to a page: the demand in its head, and the id of what it waits for. */
const FIRST_PAINT = /<link rel="expect" href="#awaited" blocking="render"\/>(?=.*<\/head>)| id="awaited"/gs;

/** Loads a page and returns what exceeds its budget, in words. */
async function weighPage(page: Page, name: keyof typeof PAGE_BUDGETS, address: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const watched = watchReceived(session);
  await page.goto(address, { waitUntil: "networkidle" });
  await untilQuiet(page, watched);
  const answers = watched.received();
  const weight = weigh(answers);
  const nodes = await countNodes(page);
  test.info().annotations.push({ type: name, description: JSON.stringify({ ...weight, nodes }) });
  // A page is painted at once if its first paint waits for something that is part of its first HTML.
  const html = await (await page.request.get(address)).text();
  if (name !== "sign-in")
    expect(html.match(FIRST_PAINT)?.length, `${name} waits with its first paint`).toBe(2);
  // Makes sure that a page was measured.
  expect(weight.scripts).toBeGreaterThan(50_000);
  expect(weight.html).toBeGreaterThan(1_000);
  return overBudget(PAGE_BUDGETS[name], weight, nodes, answers);
}

/** The name of the budget and the address of each main page. */
async function mainPages(stack: TestStack, buyer: StorageState) {
  const { externalOrderCode } = await placeOverHttp(stack, cookieHeader(buyer), "slow", 3);
  return [
    ["overview", paths.overview()],
    ["catalog", paths.catalog()],
    ["orders", paths.orders()],
    ["order", paths.order(externalOrderCode)],
    ["new order", paths.newOrder()],
    ["wallet", paths.wallet()],
  ] as const;
}

test("the sign-in page stays within its budget", async ({ page }) => {
  expect(await weighPage(page, "sign-in", paths.signIn())).toEqual([]);
});

test("the main pages stay within their budgets", async ({ browser, stack, sessions }) => {
  for (const [name, address] of await mainPages(stack, sessions.buyer)) {
    // Each with an empty cache, and without the scripts of other pages (firstVisit.spec.ts).
    const context = await browser.newContext({
      baseURL: stack.url,
      storageState: sessions.buyer,
      extraHTTPHeaders: { "save-data": "on" },
    });
    expect.soft(await weighPage(await context.newPage(), name, address), name).toEqual([]);
    await context.close();
  }
});

test("the first paint of each main page waits for something that the page contains", async ({
  stack,
  sessions,
}) => {
  const headers = { cookie: cookieHeader(sessions.buyer) };
  for (const [name, address] of await mainPages(stack, sessions.buyer)) {
    const html = await (await fetch(`${stack.url}${address}`, { headers })).text();
    expect(html.match(FIRST_PAINT), name).toHaveLength(2);
  }
});

test("the order builder loads what reads tables only when there is one", async ({ asBuyer: page }) => {
  await page.goto(paths.newOrder(), { waitUntil: "networkidle" });
  const loaded: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith(".js")) loaded.push(answer.url());
  });
  await page.getByRole("button", { name: "Import lines" }).click();
  await page.getByRole("dialog", { name: "Import lines" }).waitFor();
  expect(loaded.length).toBeGreaterThan(0);
});
