import type { Browser, BrowserContextOptions } from "@playwright/test";
import { quantile } from "./median.ts";

/**
 * Returns the 95th percentile, in milliseconds, from the last byte of the catalog's answer to the painted list, over changes of
 * the search. Not throttled, because it measures the work of the page.
 */
export async function measurePaintAfterAnswer(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions,
  words: readonly string[],
): Promise<number> {
  const context = await browser.newContext({ ...options, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(() => performance.setResourceTimingBufferSize(2_000));
  await page.goto(`${baseUrl}/catalog`, { waitUntil: "networkidle" });
  const search = page.getByRole("searchbox", { name: /search/i });
  const samples: number[] = [];
  for (const word of words) {
    await page.evaluate(armPaint, word);
    await search.fill(word);
    samples.push(await page.evaluate(() => window.codedeskPaint));
  }
  await context.close();
  return quantile(samples, 0.95);
}

/** Runs in the page: resolves once the list changed after the answer to this word, with the time in between. */
function armPaint(word: string): void {
  const wanted = new URLSearchParams({ q: word }).toString();
  window.codedeskPaint = new Promise((resolve, reject) => {
    const main = document.querySelector("main") ?? document.body;
    const timer = setTimeout(() => reject(new Error(`no answer for ${word}`)), 10_000);
    const observer = new MutationObserver(() => {
      const answer = performance
        .getEntriesByType("resource")
        .findLast((entry) => entry.name.includes("/api/catalog/products?") && entry.name.includes(wanted));
      if (!(answer instanceof PerformanceResourceTiming) || answer.responseEnd === 0) return;
      observer.disconnect();
      clearTimeout(timer);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - answer.responseEnd), 0));
    });
    observer.observe(main, { subtree: true, childList: true, characterData: true });
  });
}

declare global {
  interface Window {
    codedeskPaint: Promise<number>;
  }
}
