import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";
import { overBudget, PAGE_BUDGETS } from "#e2e/support/pageBudgets.ts";
import { cookieHeader } from "#scripts/browser/session.ts";
import { countNodes, watchReceived, weigh } from "#scripts/browser/pageWeight.ts";
import { placeOverHttp } from "#scripts/stack/testing/placeOverHttp.ts";
import { paths } from "#lib/paths.ts";

/** Loads a page and returns what exceeds its budget, in words. */
async function weighPage(page: Page, name: keyof typeof PAGE_BUDGETS, address: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const received = watchReceived(session);
  await page.goto(address, { waitUntil: "networkidle" });
  const answers = received();
  const weight = weigh(answers);
  const nodes = await countNodes(page);
  test.info().annotations.push({ type: name, description: JSON.stringify({ ...weight, nodes }) });
  // Makes sure that a page was measured.
  expect(weight.scripts).toBeGreaterThan(50_000);
  expect(weight.html).toBeGreaterThan(1_000);
  return overBudget(PAGE_BUDGETS[name], weight, nodes, answers);
}

test("the sign-in page stays within its budget", async ({ page }) => {
  expect(await weighPage(page, "sign-in", paths.signIn())).toEqual([]);
});

test("the main pages stay within their budgets", async ({ browser, stack, sessions }) => {
  const { externalOrderCode } = await placeOverHttp(stack, cookieHeader(sessions.buyer), "slow", 3);
  const pages = [
    ["overview", paths.overview()],
    ["catalog", paths.catalog()],
    ["orders", paths.orders()],
    ["order", paths.order(externalOrderCode)],
    ["new order", paths.newOrder()],
    ["wallet", paths.wallet()],
  ] as const;
  for (const [name, address] of pages) {
    // Each with an empty cache.
    const context = await browser.newContext({ baseURL: stack.url, storageState: sessions.buyer });
    expect.soft(await weighPage(await context.newPage(), name, address), name).toEqual([]);
    await context.close();
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
