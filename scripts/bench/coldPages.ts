import type { Browser, BrowserContextOptions } from "@playwright/test";
import { paths } from "#lib/paths.ts";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";
import type { Figure } from "./figure.ts";
import { figureOfShift, loadOnce, middleOf, type FirstLoad } from "./firstLoad.ts";
import { median } from "./median.ts";
import { placeOverHttp } from "#scripts/stack/testing/placeOverHttp.ts";
import { CONDITIONS } from "./throttle.ts";

/** With fifteen rounds, a ratio varies by a twentieth from run to run (standard deviation). */
const ROUNDS = 15;
/** Number of orders in the list. */
const ORDERS = 20;
/** Three lines of text, without a style or a script: the cost of any page of this server on this machine and network. */
const BARE_PAGE = "/robots.txt";
/** The highest ratio of largest to first contentful paint at which both count as one paint. */
const ONE_PAINT = 1.11;

type ColdPage = { name: string; path: string; goal: number };

/**
 * Measures first visits to the main pages, signed in. Absolute times differ between machines and over time, so a bare page of the
 * same server is loaded right before each of them, and the goals are ratios to it.
 */
export async function figuresOfColdPages(
  browser: Browser,
  stack: TestStack,
  signedIn: BrowserContextOptions,
  cookie: string,
): Promise<Figure[]> {
  const pages: ColdPage[] = [
    { name: "Catalog", path: paths.catalog(), goal: 2.4 },
    { name: "Orders", path: paths.orders(), goal: 2.2 },
    { name: "Order", path: paths.order(await placeOrders(stack, cookie)), goal: 2.2 },
    { name: "Overview", path: paths.overview(), goal: 2.2 },
  ];
  const bare: number[] = [];
  const loads = new Map(pages.map(({ name }) => [name, Array<FirstLoad>()]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { name, path } of pages) {
      const { lcp } = await loadOnce(browser, `${stack.url}${BARE_PAGE}`, signedIn);
      const load = await loadOnce(browser, `${stack.url}${path}`, signedIn);
      // The first round warms up.
      if (round < 0) continue;
      bare.push(lcp);
      loads.get(name)?.push(load);
    }
  }
  const barePaint = median(bare);
  return [
    {
      name: "Bare page: largest contentful paint, cold",
      value: barePaint,
      unit: "ms",
      goal: null,
      note: `${BARE_PAGE}; ${CONDITIONS}; median of ${bare.length}, each right before a page below`,
    },
    ...pages.flatMap((page) => figuresOf(page, loads.get(page.name) ?? [], barePaint)),
  ];
}

function figuresOf({ name, goal }: ColdPage, loads: readonly FirstLoad[], barePaint: number): Figure[] {
  const middle = middleOf(loads);
  const { html, styles, scripts, total, requests } = middle.weight;
  return [
    {
      name: `${name}: largest contentful paint, cold, in bare pages`,
      value: middle.lcp / barePaint,
      unit: "×",
      goal,
      note: `${middle.lcp.toFixed(0)} ms`,
    },
    { name: `${name}: … in first paints`, value: middle.lcp / middle.fcp, unit: "×", goal: ONE_PAINT },
    figureOfShift(name, middle),
    { name: `${name}: longest task`, value: middle.longestTask, unit: "ms", goal: 80 },
    {
      name: `${name}: received on first load`,
      value: total / 1_000,
      unit: "kB",
      goal: null,
      note: `HTML ${kB(html)}, styles ${kB(styles)}, ${middle.nodes} nodes`,
    },
    { name: `${name}: styles without heads`, value: middle.styles / 1_000, unit: "kB", goal: 8 },
    { name: `${name}: JavaScript on first load`, value: scripts / 1_000, unit: "kB", goal: 180 },
    { name: `${name}: requests on first load`, value: requests, unit: "", goal: 14 },
  ];
}

function kB(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}

/** Fills the list of orders; returns the reference of the last one. */
async function placeOrders(stack: TestStack, cookie: string): Promise<string> {
  let reference = "";
  // Each with another quantity, because the dashboard would ask about the same order again.
  for (let quantity = 1; quantity <= ORDERS; quantity += 1) {
    reference = (await placeOverHttp(stack, cookie, "slow", quantity)).externalOrderCode;
  }
  return reference;
}
