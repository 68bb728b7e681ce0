import type { Browser, BrowserContextOptions } from "@playwright/test";

/**
 * Returns the milliseconds from each key pressed in the search of the catalog to the painted list for the text typed so far. The
 * next key follows the paint.
 */
export async function measureKeyToPaint(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions,
  words: readonly string[],
): Promise<number[]> {
  const context = await browser.newContext({ ...options, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/catalog`, { waitUntil: "networkidle" });
  const search = page.getByRole("searchbox", { name: "Search the catalog" });
  const samples: number[] = [];
  for (const [index, word] of words.entries()) {
    await search.fill("");
    await page.waitForURL((url) => !url.searchParams.has("q"));
    await page.evaluate(untilPainted);
    for (let length = 1; length <= word.length; length += 1) {
      const letter = word.charAt(length - 1);
      // A space at the end does not change the search.
      if (letter === " ") {
        await search.press("Space");
        continue;
      }
      await page.evaluate(armKey, word.slice(0, length));
      await search.press(letter);
      const ms = await page.evaluate(() => window.codedeskKey);
      // The first word warms up.
      if (index > 0) samples.push(ms);
    }
  }
  await context.close();
  return samples;
}

/** Runs in the page: resolves once the list shows the result and the frame with it is painted. */
async function untilPainted(): Promise<void> {
  for (let frames = 0; frames < 2;) {
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve, 0));
    });
    const shown = document.querySelector("main table")?.getAttribute("aria-busy") === "false";
    frames = shown ? frames + 1 : 0;
  }
}

/** Runs in the page: resolves with the time from the next key to the frame that shows the answer to `typed`. */
function armKey(typed: string): void {
  const wanted = new URLSearchParams({ q: typed }).toString();
  window.codedeskKey = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no list for ${typed}`)), 10_000);
    const main = document.querySelector("main") ?? document.body;
    document.addEventListener(
      "keydown",
      ({ timeStamp }) => {
        const observer = new MutationObserver(() => {
          // The list is busy until it shows the result; rows have the view in their links.
          const table = main.querySelector("table");
          const shown = table === null ? main : (table.querySelector("tbody a") ?? table);
          const href = shown.getAttribute("href");
          if (table?.getAttribute("aria-busy") === "true" || (href !== null && !isFor(href))) return;
          observer.disconnect();
          clearTimeout(timer);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp), 0));
        });
        observer.observe(main, { subtree: true, childList: true, attributes: true, characterData: true });
      },
      { once: true, capture: true },
    );
  });
  function isFor(href: string): boolean {
    return new URL(href, location.href).search.slice(1).split("&").includes(wanted);
  }
}

declare global {
  interface Window {
    codedeskKey: Promise<number>;
  }
}
