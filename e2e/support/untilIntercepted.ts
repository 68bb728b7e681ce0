import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

/**
 * Waits until a route counts for the page. One that is loaded already hears of its first route a moment after `page.route()` has
 * returned, and sends what it asks for in between.
 */
export async function untilIntercepted(page: Page): Promise<void> {
  if (page.url() === "about:blank") return;
  const probe = `/${randomUUID()}`;
  await page.route(`**${probe}`, (route) => route.fulfill({ status: 204 }));
  const answer = () => page.evaluate(async (path) => (await fetch(path)).status, probe);
  await expect.poll(answer).toBe(204);
  await page.unroute(`**${probe}`);
}
