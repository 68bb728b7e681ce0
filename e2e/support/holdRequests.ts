import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

/** Keeps the page's requests to these addresses from being sent until the returned function is called. */
export async function holdRequests(page: Page, addresses: string | RegExp): Promise<() => void> {
  const released = Promise.withResolvers<undefined>();
  await page.route(addresses, async (route) => {
    await released.promise;
    await route.continue();
  });
  await untilIntercepted(page);
  return () => released.resolve(undefined);
}

/** A page that is loaded already hears of the first route a moment later, and sends what it asks for in between. */
async function untilIntercepted(page: Page): Promise<void> {
  if (page.url() === "about:blank") return;
  const probe = `/${randomUUID()}`;
  await page.route(`**${probe}`, (route) => route.fulfill({ status: 204 }));
  const answer = () => page.evaluate(async (path) => (await fetch(path)).status, probe);
  await expect.poll(answer).toBe(204);
  await page.unroute(`**${probe}`);
}
