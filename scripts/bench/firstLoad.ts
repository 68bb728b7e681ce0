import type { Browser, BrowserContextOptions } from "@playwright/test";
import { median } from "./median.ts";
import { throttle } from "./throttle.ts";

export type FirstLoad = {
  /** Milliseconds to the largest contentful paint. */
  lcp: number;
  requests: number;
  /** Cumulative layout shift, unitless. */
  cls: number;
  /** Bytes of JavaScript as transferred. */
  scriptBytes: number;
  totalBytes: number;
};

/** Loads a page in a new, throttled browser context, as on a first visit. */
async function loadOnce(browser: Browser, url: string, options: BrowserContextOptions): Promise<FirstLoad> {
  const context = await browser.newContext({ ...options, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await throttle(context, page);
  const types = new Map<string, string>();
  let scriptBytes = 0;
  let totalBytes = 0;
  session.on("Network.responseReceived", (event) => types.set(event.requestId, event.type));
  session.on("Network.loadingFinished", (event) => {
    totalBytes += event.encodedDataLength;
    if (types.get(event.requestId) === "Script") scriptBytes += event.encodedDataLength;
  });
  await page.addInitScript(observePaints);
  await page.goto(url, { waitUntil: "load" });
  await page.waitForLoadState("networkidle");
  const { lcp, cls } = await page.evaluate(() => window.codedeskPaints);
  await context.close();
  return { lcp, cls, requests: types.size, scriptBytes, totalBytes };
}

/** Returns medians of several loads; for requests and layout shift, the worst. */
export async function measureFirstLoad(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  runs: number,
): Promise<FirstLoad> {
  await loadOnce(browser, url, options);
  const loads: FirstLoad[] = [];
  for (let run = 0; run < runs; run += 1) loads.push(await loadOnce(browser, url, options));
  return {
    lcp: median(loads.map((load) => load.lcp)),
    requests: Math.max(...loads.map((load) => load.requests)),
    cls: Math.max(...loads.map((load) => load.cls)),
    scriptBytes: median(loads.map((load) => load.scriptBytes)),
    totalBytes: median(loads.map((load) => load.totalBytes)),
  };
}

/** Runs in the page. */
function observePaints(): void {
  window.codedeskPaints = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.codedeskPaints.lcp = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ("value" in entry && typeof entry.value === "number") window.codedeskPaints.cls += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

declare global {
  interface Window {
    codedeskPaints: { lcp: number; cls: number };
  }
}
