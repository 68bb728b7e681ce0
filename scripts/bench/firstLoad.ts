import type { Browser, BrowserContextOptions } from "@playwright/test";
import { countNodes, watchReceived, weigh, type PageWeight } from "#scripts/browser/pageWeight.ts";
import type { Figure } from "./figure.ts";
import { median } from "./median.ts";
import { throttle } from "./throttle.ts";

/** Times in milliseconds from the navigation. */
export type FirstLoad = {
  /** First and largest contentful paint. */
  fcp: number;
  lcp: number;
  /** Cumulative layout shift, unitless. */
  cls: number;
  /** Texts of what has moved. */
  moved: readonly string[];
  /** The longest task until the page is idle; 0 if none took 50 ms. */
  longestTask: number;
  /** Styles as received, compressed and without response headers; in bytes. */
  styles: number;
  weight: PageWeight;
  nodes: number;
};

/** Loads a page in a new, throttled browser context, as on a first visit. */
export async function loadOnce(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<FirstLoad> {
  const context = await browser.newContext({ ...options, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const { received } = watchReceived(await throttle(context, page));
  await page.addInitScript(observePaints);
  await page.goto(url, { waitUntil: "load" });
  await page.waitForLoadState("networkidle");
  const paints = await page.evaluate(readPaints);
  const load = { ...paints, weight: weigh(received()), nodes: await countNodes(page) };
  await context.close();
  return load;
}

/** Returns medians of several loads; of requests and layout shift, the worst. */
export async function measureFirstLoad(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  runs: number,
): Promise<FirstLoad> {
  await loadOnce(browser, url, options);
  const loads: FirstLoad[] = [];
  for (let run = 0; run < runs; run += 1) loads.push(await loadOnce(browser, url, options));
  return middleOf(loads);
}

/** Medians of several loads of a page; of requests and layout shift, the worst. */
export function middleOf(loads: readonly FirstLoad[]): FirstLoad {
  const cls = Math.max(...loads.map((load) => load.cls));
  const middle = (pick: (load: FirstLoad) => number) => median(loads.map(pick));
  return {
    fcp: middle(({ fcp }) => fcp),
    lcp: middle(({ lcp }) => lcp),
    cls,
    moved: loads.find((load) => load.cls === cls)?.moved ?? [],
    longestTask: middle(({ longestTask }) => longestTask),
    styles: middle(({ styles }) => styles),
    weight: {
      html: middle(({ weight }) => weight.html),
      styles: middle(({ weight }) => weight.styles),
      scripts: middle(({ weight }) => weight.scripts),
      total: middle(({ weight }) => weight.total),
      requests: Math.max(...loads.map(({ weight }) => weight.requests)),
    },
    nodes: middle(({ nodes }) => nodes),
  };
}

/** The layout shift of a page, and what moved. */
export function figureOfShift(page: string, { cls, moved }: FirstLoad): Figure {
  const note = moved.map((text) => `"${text}" moved`).join(", ");
  return { name: `${page}: layout shift`, value: cls, unit: "", goal: 0, note };
}

/** Runs in the page. */
function observePaints(): void {
  const paints = { fcp: 0, lcp: 0, cls: 0, moved: Array<string>(), longestTask: 0 };
  window.codedeskPaints = paints;
  // The page has no function but this one.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") paints.fcp = startTime;
  });
  observe("largest-contentful-paint", ({ startTime }) => {
    paints.lcp = startTime;
  });
  observe("layout-shift", (entry) => {
    // TypeScript does not know this kind of entry (https://wicg.github.io/layout-instability/#sec-layout-shift).
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It is asked for by its type.
    const { value, sources } = entry as PerformanceEntry & {
      value: number;
      sources: { node: Node | null }[];
    };
    paints.cls += value;
    paints.moved.push(...sources.map(({ node }) => (node?.textContent ?? "").slice(0, 40)));
  });
  observe("longtask", ({ duration }) => {
    paints.longestTask = Math.max(paints.longestTask, duration);
  });
}

/** Runs in the page: waits until it is idle, so that no task is missed. */
async function readPaints(): Promise<Window["codedeskPaints"] & { styles: number }> {
  await new Promise((resolve) => {
    requestIdleCallback(resolve);
  });
  const sheets = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".css"));
  const styles = sheets.map((sheet) =>
    sheet instanceof PerformanceResourceTiming ? sheet.encodedBodySize : 0,
  );
  return { ...window.codedeskPaints, styles: styles.reduce((sum, bytes) => sum + bytes, 0) };
}

declare global {
  interface Window {
    codedeskPaints: { fcp: number; lcp: number; cls: number; moved: string[]; longestTask: number };
  }
}
