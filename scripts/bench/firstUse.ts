import type { Browser, BrowserContextOptions } from "@playwright/test";
import { median } from "./median.ts";
import { throttle } from "./throttle.ts";

const KEY = "Control+k";

/** Returns the median, in milliseconds, from the key that opens the command palette to its first appearance in a page; throttled. */
export async function measureFirstUse(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  rounds: number,
): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ ...options, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await throttle(context, page);
    await page.goto(url, { waitUntil: "networkidle" });
    await page.waitForFunction(isInteractive);
    await page.evaluate(untilIdle);
    await page.evaluate(armTimer);
    await page.keyboard.press(KEY);
    samples.push(await page.evaluate(() => window.codedeskFirstUse));
    await context.close();
  }
  return median(samples);
}

/** Runs in the page: before it is interactive, no key opens anything. On a slow machine, the network is idle earlier. */
function isInteractive(): boolean {
  return window.replayEarlyInput !== undefined;
}

/** Runs in the page. */
function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    requestIdleCallback(resolve);
  });
}

/** Runs in the page: resolves with the time from the next press of K to the frame that shows a dialog. */
function armTimer(): void {
  window.codedeskFirstUse = new Promise((resolve) => {
    addEventListener(
      "keydown",
      ({ key, timeStamp }) => {
        if (key !== "k") return;
        const look = (): void => {
          if (document.querySelector("dialog:modal") === null) requestAnimationFrame(look);
          // This frame shows it; a task queued now runs after it is painted.
          else setTimeout(() => resolve(performance.now() - timeStamp), 0);
        };
        requestAnimationFrame(look);
      },
      true,
    );
  });
}

declare global {
  interface Window {
    codedeskFirstUse: Promise<number>;
  }
}
