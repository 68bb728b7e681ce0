import type { Browser, BrowserContextOptions } from "@playwright/test";
import { untilQuiet, watchReceived } from "#scripts/browser/pageWeight.ts";
import { throttle } from "./throttle.ts";
import { median } from "./median.ts";

/**
 * Returns for each page the median, in milliseconds, from the click on its navigation link to its painted heading. Both pages
 * have been visited before; throttled.
 */
export async function measureWarmNavigation(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions,
  links: { name: string; heading: RegExp }[],
  rounds: number,
): Promise<Map<string, number>> {
  const context = await browser.newContext({ ...options, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/catalog`, { waitUntil: "networkidle" });
  const navigation = page.getByRole("navigation").first();
  for (const link of links) {
    await navigation.getByRole("link", { name: link.name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: link.heading }).waitFor();
    await page.waitForLoadState("networkidle");
  }
  await throttle(context, page);
  const samples = new Map(links.map(({ name }) => [name, Array<number>()]));
  for (let round = 0; round < rounds; round += 1) {
    for (const link of links) {
      const anchor = navigation.getByRole("link", { name: link.name, exact: true });
      await anchor.hover();
      await page.evaluate(armTimer, link.heading.source);
      // Pressed by the mouse that already rests on it: `click()` first asks the page what is below the pointer, which takes time here.
      await page.mouse.down();
      await page.mouse.up();
      samples.get(link.name)?.push(await page.evaluate(() => window.codedeskNavigation));
    }
  }
  await context.close();
  return new Map([...samples].map(([name, times]) => [name, median(times)]));
}

/**
 * Returns the median, in milliseconds, from the press on the link to the orders to their painted heading: the first change of page after
 * the catalog, with nothing in the cache. Throttled. The pointer is moved and pressed at once, so nothing is loaded while it rests.
 */
export async function measureFirstNavigation(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions,
  rounds: number,
): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ ...options, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const watched = watchReceived(await throttle(context, page));
    await page.goto(`${baseUrl}/catalog`);
    await untilQuiet(page, watched);
    const link = page.getByRole("navigation").first().getByRole("link", { name: "Orders", exact: true });
    const place = await link.boundingBox();
    if (place === null) throw new Error("there is no link to the orders");
    await page.evaluate(armTimer, "^Orders");
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
    await page.mouse.down();
    await page.mouse.up();
    samples.push(await page.evaluate(() => window.codedeskNavigation));
    await context.close();
  }
  return median(samples);
}

/** Runs in the page: resolves with the time from the next click to the frame that shows the heading. */
function armTimer(headingSource: string): void {
  const heading = new RegExp(headingSource);
  window.codedeskNavigation = new Promise((resolve) => {
    document.addEventListener(
      "pointerdown",
      () => {
        const start = performance.now();
        const checkFrame = (): void => {
          const found = [...document.querySelectorAll("h1")].some(
            (h1) => heading.test(h1.textContent ?? "") && h1.checkVisibility(),
          );
          if (!found) requestAnimationFrame(checkFrame);
          // This frame shows it; a task queued now runs after it is painted.
          else setTimeout(() => resolve(performance.now() - start), 0);
        };
        requestAnimationFrame(checkFrame);
      },
      { once: true, capture: true },
    );
  });
}

declare global {
  interface Window {
    codedeskNavigation: Promise<number>;
  }
}
