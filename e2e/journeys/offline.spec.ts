import { emptyDraft } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import type { Route } from "@playwright/test";
import { intercept } from "#e2e/support/intercept.ts";

const noAnswer = (route: Route) => route.abort("connectionrefused");
const FAILURES = [
  { failure: "the network is gone without the browser's notice", fail: noAnswer },
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
    await intercept(page, "**/*", fail);
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

test("a page that is not answered for long is requested ever less often, and at once when somebody presses or comes back", async ({
  asBuyer: page,
}) => {
  await page.clock.install();
  await page.goto("/lookup", { waitUntil: "networkidle" });
  let requests = 0;
  await intercept(page, "**/wallet?_rsc=*", (route) => {
    if (route.request().headers()["next-router-prefetch"] !== undefined) return route.abort();
    requests += 1;
    return route.fulfill({ status: 503, body: "" });
  });
  await page.getByRole("link", { name: "Wallet" }).first().click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  const later = async () => {
    await page.clock.runFor(10_000);
    // Whatever was requested is answered in the order of the requests.
    await page.evaluate(() => fetch("/robots.txt"));
  };
  for (let step = 0; step < 60; step += 1) await later();
  expect(requests).toBeGreaterThan(5);
  expect(requests).toBeLessThan(20);

  for (const comesBack of [
    () => page.getByRole("heading", { level: 1 }).click(),
    () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))),
    () => page.evaluate(() => window.dispatchEvent(new Event("online"))),
  ]) {
    for (let step = 0; step < 12; step += 1) await later();
    const before = requests;
    await comesBack();
    await expect.poll(() => requests).toBe(before + 1);
  }
  await page.unroute("**/wallet?_rsc=*");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.getByRole("heading", { name: "Wallet", level: 1 })).toBeVisible();
});

test("a press that makes a change does not open the page that is awaited, and one that undoes it does", async ({
  asAdmin: page,
}) => {
  await page.clock.install();
  await page.goto("/settings?tab=codes", { waitUntil: "networkidle" });
  const large = page.getByRole("checkbox", { name: "Have a second member release many codes" });
  const wasOn = await large.isChecked();
  await intercept(page, "**/*", noAnswer);
  await page.getByRole("link", { name: "Wallet" }).first().click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  let attempts = 0;
  page.on("requestfailed", (request) => {
    // Each attempt ends with this: it asks whether anything of Codedesk answers.
    if (new URL(request.url()).pathname === "/robots.txt") attempts += 1;
  });
  // Until the pauses last a minute and one has just begun: no attempt is under way, and none begins by itself.
  for (let step = 0; step < 30; step += 1) await page.clock.runFor(10_000);
  const before = attempts;
  await expect(async () => {
    await page.clock.runFor(10_000);
    expect(attempts).toBeGreaterThan(before);
  }).toPass({ intervals: [0] });
  await page.unroute("**/*");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await large.click();
  await page.evaluate(async () => {
    await fetch("/robots.txt?first");
    await fetch("/robots.txt?second");
  });
  expect(requested).not.toContain("/wallet");
  await expect(large).toBeChecked({ checked: !wasOn });
  await large.click();
  await expect(page.getByRole("heading", { name: "Wallet", level: 1 })).toBeVisible();
});

test("a page that is awaited does not open over changes that were made meanwhile, until they are saved or undone", async ({
  asAdmin: page,
}) => {
  await page.goto("/settings?tab=codes", { waitUntil: "networkidle" });
  const large = page.getByRole("checkbox", { name: "Have a second member release many codes" });
  const tabs = page.getByRole("navigation", { name: "Settings" });
  const wallet = page.getByRole("link", { name: "Wallet" }).first();
  await intercept(page, "**/*", noAnswer);
  await wallet.click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  const wasOn = await large.isChecked();
  await large.setChecked(!wasOn);
  await page.unroute("**/*");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  // A page that is awaited is requested at once when the browser is back online: before the answer to what is requested here.
  await page.evaluate(async () => {
    window.dispatchEvent(new Event("online"));
    await fetch("/robots.txt?first");
    await fetch("/robots.txt?second");
  });
  expect(requested).toContain("/robots.txt");
  expect(requested).not.toContain("/wallet");
  await expect(large).toBeChecked({ checked: !wasOn });
  // The awaited page opens with this press: the box may be gone before its state could be read.
  await large.click();
  await expect(page.getByRole("heading", { name: "Wallet", level: 1 })).toBeVisible();

  // Another tab loses nothing, so it is not held back.
  await page.goto("/settings?tab=codes", { waitUntil: "networkidle" });
  await large.setChecked(!wasOn);
  await intercept(page, "**/*", noAnswer);
  await tabs.getByRole("link", { name: "Security" }).click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await page.unroute("**/*");
  await expect(page).toHaveURL(/\?tab=security$/);
});

test("a page whose answer breaks off is requested again, and not loaded by the browser", async ({
  asBuyer: page,
}) => {
  await page.addInitScript(() => {
    const send = window.fetch;
    let isCut = true;
    window.fetch = async (input, init) => {
      const answer = await send(input, init);
      if (!isCut || init?.priority === "low" || !answer.url.includes("/wallet?_rsc=")) return answer;
      isCut = false;
      const broken = new ReadableStream({
        start: (body) => {
          body.enqueue(new TextEncoder().encode("0:{"));
          setTimeout(() => body.error(new TypeError("network error")), 50);
        },
      });
      return Object.defineProperty(new Response(broken, answer), "url", { value: answer.url });
    };
  });
  await page.goto("/lookup", { waitUntil: "networkidle" });
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loaded.push(request.url());
  });
  await page.getByRole("link", { name: "Wallet" }).first().click();
  await expect(page.getByRole("heading", { name: "Wallet", level: 1 })).toBeVisible();
  expect(loaded).toEqual([]);
});

test("a page that fails only when the router requests it is loaded by the browser", async ({
  asBuyer: page,
}) => {
  await page.goto("/lookup", { waitUntil: "networkidle" });
  await intercept(page, "**/wallet?_rsc=*", (route) => route.abort("blockedbyclient"));
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
