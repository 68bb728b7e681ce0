import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findOrInstallBrowser } from "#scripts/browser/findBrowser.ts";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { signIn } from "#tests/support/signIn.ts";
import { TIME_LIMITS } from "#scripts/testStack/timeLimits.ts";
import { builtDashboard, startDashboard, type Dashboard } from "#tests/soak/dashboard.ts";
import { startProxyOver, type Choice } from "./proxyOverBoth.ts";
import { addBuyer, buildBefore, createUpgradeWorld, stop, tree } from "./upgradeWorld.ts";

const PAGES = ["/", "/catalog", "/orders", "/orders/new", "/codes", "/lookup", "/wallet", "/settings"];
const ROUNDS = 100;
const TABS = 4;
/** Eight hundred pages. */
const MOST_MS = 6 * TIME_LIMITS.test;

let browser: Browser;
let instances: Dashboard[];
let member: ReturnType<typeof addBuyer>;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const own = await builtDashboard();
  const { database, sandbox, variables } = await createUpgradeWorld();
  const before = startDashboard(buildBefore, await freePort(), variables);
  await before.ready;
  member = addBuyer(database.url);
  const now = startDashboard(own, await freePort(), variables);
  await now.ready;
  instances = [before, now];
  const executablePath = await findOrInstallBrowser("journeys");
  browser = await chromium.launch(executablePath === null ? {} : { executablePath });
  closing.push(
    () => browser.close(),
    () => stop(before),
    () => stop(now),
    () => sandbox.dispose(),
    () => database.drop(),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

/** Opens the command palette, for which the page's scripts have to run, and one more is loaded. */
async function isAlive(page: Page, address: string): Promise<boolean> {
  try {
    await page.goto(address, { timeout: TIME_LIMITS.wait });
    // Versions before the one search have a button.
    const button = page.getByRole("button", { name: /Jump to/ });
    await button
      .or(page.getByRole("searchbox", { name: "Search or jump to" }))
      .click({ timeout: TIME_LIMITS.wait });
    await page.getByRole("dialog").getByRole("combobox").waitFor({ timeout: TIME_LIMITS.wait });
    return page.evaluate(() => [...document.styleSheets].some((sheet) => sheet.cssRules.length > 0));
  } catch {
    return false;
  }
}

/** Loads every main page so often, each round with a browser that has kept nothing; returns those that did not work. */
async function deadPages(choice: Choice): Promise<string[]> {
  const proxy = await startProxyOver(
    instances.map(({ origin }) => origin),
    choice,
  );
  const cookie = await signIn(proxy.origin, member.email, member.password);
  const cookies = cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: proxy.origin };
  });
  const dead: string[] = [];
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  async function work(): Promise<void> {
    for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) {
      const context = await browser.newContext();
      await context.addCookies(cookies.filter(({ name }) => name !== "instance"));
      const page = await context.newPage();
      for (const path of PAGES)
        if (!(await isAlive(page, proxy.origin + path))) dead.push(`${round}: ${path}`);
      await context.close();
    }
  }
  await Promise.all(Array.from({ length: TABS }, work));
  await proxy.close();
  return dead;
}

describe("two versions behind one proxy", () => {
  it(
    "serve every main page alive, a hundred times, where the proxy keeps a browser on one instance",
    async () => {
      expect(await deadPages("by cookie")).toEqual([]);
    },
    MOST_MS,
  );

  it.skipIf(!existsSync(join(tree, "server/http/retryScripts.ts")))(
    "serve them alive as often where the proxy asks the instances in turn, if both versions ask again for a missing script",
    async () => {
      expect(await deadPages("in turn")).toEqual([]);
    },
    MOST_MS,
  );
});
