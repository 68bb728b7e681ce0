import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

/**
 * Answers the page's requests to these addresses from now on, as `page.route()` does. A page that is loaded already hears of its first
 * route a moment after that has returned, and would send what it asks for in between.
 */
export async function intercept(page: Page, ...route: Parameters<Page["route"]>): Promise<void> {
  await page.route(...route);
  if (page.url() === "about:blank") return;
  const probe = `/${randomUUID()}`;
  await page.route(`**${probe}`, (asked) => asked.fulfill({ status: 204 }));
  const answer = () => page.evaluate(async (path) => (await fetch(path)).status, probe);
  await expect.poll(answer).toBe(204);
  await page.unroute(`**${probe}`);
}
