import type { Browser, BrowserContextOptions } from "@playwright/test";
import type { Figure } from "./figure.ts";
import { measureFirstLoad } from "./firstLoad.ts";
import { measureWarmNavigation } from "./warmNavigation.ts";

const RUNS = 7;
const ROUNDS = 9;
const CONDITIONS = "4× CPU, 10 Mbit/s, 40 ms";
const PAGES = [
  { name: "Catalog", heading: /^Catalog/ },
  { name: "Orders", heading: /^Orders/ },
  { name: "Wallet", heading: /^Wallet/ },
];

/** Measures the first load of pages and the navigation between lists. */
export async function figuresOfScreens(
  browser: Browser,
  baseUrl: string,
  signedIn: BrowserContextOptions,
): Promise<Figure[]> {
  const signIn = await measureFirstLoad(browser, `${baseUrl}/sign-in`, {}, 3);
  const catalog = await measureFirstLoad(browser, `${baseUrl}/catalog`, signedIn, RUNS);
  const warm = await measureWarmNavigation(
    browser,
    baseUrl,
    signedIn,
    [...PAGES.slice(1), ...PAGES.slice(0, 1)],
    ROUNDS,
  );
  return [
    { name: "Sign-in: JavaScript on first load", value: signIn.scriptBytes / 1_000, unit: "kB", goal: 160 },
    { name: "Catalog: JavaScript on first load", value: catalog.scriptBytes / 1_000, unit: "kB", goal: 230 },
    { name: "Catalog: requests on first load", value: catalog.requests, unit: "", goal: 25 },
    { name: "Catalog: layout shift", value: catalog.cls, unit: "", goal: 0 },
    {
      name: "Catalog: largest contentful paint, cold",
      value: catalog.lcp,
      unit: "ms",
      goal: 450,
      note: `${CONDITIONS}; median of ${RUNS}`,
    },
    ...[...warm].map(([page, value]) => ({
      name: `To ${page.toLowerCase()} from another list, warm`,
      value,
      unit: "ms",
      goal: 90,
      note: `${CONDITIONS}; median of ${ROUNDS}`,
    })),
  ];
}
