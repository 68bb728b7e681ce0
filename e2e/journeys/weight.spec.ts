import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";

/** Bytes of JavaScript as the browser received them, compressed, until the page is quiet. */
async function scriptBytes(page: Page, address: string): Promise<{ scripts: number; requests: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const types = new Map<string, string>();
  let scripts = 0;
  session.on("Network.responseReceived", (event) => types.set(event.requestId, event.type));
  session.on("Network.loadingFinished", (event) => {
    if (types.get(event.requestId) === "Script") scripts += event.encodedDataLength;
  });
  await page.goto(address, { waitUntil: "networkidle" });
  return { scripts, requests: types.size };
}

test("the catalog page loads at most 230 kB of JavaScript in at most 25 requests", async ({
  asBuyer: page,
}) => {
  const { scripts, requests } = await scriptBytes(page, "/catalog");
  expect(scripts).toBeGreaterThan(50_000);
  expect(scripts).toBeLessThanOrEqual(230_000);
  expect(requests).toBeLessThanOrEqual(25);
});

test("the sign-in page loads at most 160 kB of JavaScript", async ({ page }) => {
  const { scripts } = await scriptBytes(page, "/sign-in");
  expect(scripts).toBeGreaterThan(50_000);
  expect(scripts).toBeLessThanOrEqual(160_000);
});

test("the order builder loads at most 230 kB of JavaScript, and what reads tables only when there is one", async ({
  asBuyer: page,
}) => {
  const { scripts } = await scriptBytes(page, "/orders/new");
  const loaded: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith(".js")) loaded.push(answer.url());
  });
  await page.getByRole("button", { name: "Import lines" }).click();
  await page.getByRole("dialog", { name: "Import lines" }).waitFor();
  expect(scripts).toBeGreaterThan(50_000);
  expect(scripts).toBeLessThanOrEqual(230_000);
  expect(loaded.length).toBeGreaterThan(0);
});
