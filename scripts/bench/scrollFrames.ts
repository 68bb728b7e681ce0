import type { Browser, BrowserContextOptions } from "@playwright/test";

/** In how many frames the whole list is scrolled: about a hundred rows each. */
const FRAMES = 1_000;

/** Scrolls the catalog from its first product to its last, a step per frame, and returns the longest frame in milliseconds. */
export async function longestFrameOfScroll(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions,
): Promise<{ longestMs: number; frames: number }> {
  const context = await browser.newContext({ ...options, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/catalog`, { waitUntil: "networkidle" });
  const result = await page.evaluate(scrollThrough, FRAMES);
  // The rows at the end are loaded, not empty.
  await page.locator("tbody a").last().waitFor();
  await context.close();
  return result;
}

/** Runs in the page. */
function scrollThrough(frames: number): Promise<{ longestMs: number; frames: number }> {
  return new Promise((resolve) => {
    const step = (document.documentElement.scrollHeight - innerHeight) / frames;
    let [before, longestMs, frame] = [performance.now(), 0, 0];
    const next = (now: number) => {
      if (frame > 0) longestMs = Math.max(longestMs, now - before);
      before = now;
      frame += 1;
      if (frame > frames) return resolve({ longestMs, frames });
      scrollTo(0, step * frame);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}
