import type { Browser, BrowserContextOptions } from "@playwright/test";
import { throttle } from "./throttle.ts";

/** Milliseconds of a first visit: its largest contentful paint from the navigation, and its blocking time until the page is idle. */
export type FirstVisit = { largestPaint: number; blocked: number };

/** Loads a page in a new, throttled browser context. */
export async function visitOnce(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<FirstVisit> {
  const context = await browser.newContext({ ...options, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await throttle(context, page);
  await page.addInitScript(observePaints);
  await page.goto(url, { waitUntil: "load" });
  await page.waitForLoadState("networkidle");
  const visit = await page.evaluate(readPaints);
  await context.close();
  return visit;
}

/** Runs in the page. A task blocks for what it takes beyond 50 ms (https://web.dev/articles/tbt). */
function observePaints(): void {
  const visit = { largestPaint: 0, blocked: 0 };
  window.codedeskVisit = visit;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) visit.largestPaint = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) visit.blocked += duration - 50;
  }).observe({ type: "longtask", buffered: true });
}

/** Runs in the page: waits until it is idle, so that no task is missed. */
async function readPaints(): Promise<FirstVisit> {
  await new Promise((resolve) => {
    requestIdleCallback(resolve);
  });
  return window.codedeskVisit;
}

declare global {
  interface Window {
    codedeskVisit: FirstVisit;
  }
}
