import type { Browser, BrowserContextOptions } from "@playwright/test";
import { paths } from "#lib/paths.ts";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";
import { figuresOfColdPages } from "./coldPages.ts";
import type { Figure } from "./figure.ts";
import { measureFirstLoad } from "./firstLoad.ts";
import { measureFirstUse } from "./firstUse.ts";
import { CONDITIONS } from "./throttle.ts";
import { measureWarmNavigation } from "./warmNavigation.ts";

const ROUNDS = 9;
const PAGES = [
  { name: "Overview", heading: /^Overview/ },
  { name: "Orders", heading: /^Orders/ },
  { name: "Wallet", heading: /^Wallet/ },
  { name: "Catalog", heading: /^Catalog/ },
];

/** Measures the first load of pages and the navigation between lists. */
export async function figuresOfScreens(
  browser: Browser,
  stack: TestStack,
  signedIn: BrowserContextOptions,
  cookie: string,
): Promise<Figure[]> {
  const signIn = await measureFirstLoad(browser, `${stack.url}/sign-in`, {}, 3);
  const cold = await figuresOfColdPages(browser, stack, signedIn, cookie);
  const warm = await measureWarmNavigation(browser, stack.url, signedIn, PAGES, ROUNDS);
  const firstUse = await measureFirstUse(browser, stack.url + paths.orders(), signedIn, ROUNDS);
  return [
    {
      name: "Sign-in: JavaScript on first load",
      value: signIn.weight.scripts / 1_000,
      unit: "kB",
      goal: 140,
    },
    ...cold,
    ...[...warm].map(([page, value]) => ({
      name: `To ${page.toLowerCase()} from another main page, warm`,
      value,
      unit: "ms",
      goal: 90,
      note: `${CONDITIONS}; median of ${ROUNDS}`,
    })),
    {
      name: "To the catalog, warm, in navigations to the wallet",
      value: (warm.get("Catalog") ?? Number.NaN) / (warm.get("Wallet") ?? Number.NaN),
      unit: "×",
      goal: 1.2,
      note: "either this is to be met or the goal of each navigation above",
    },
    {
      name: "Command palette, first use: key to paint",
      value: firstUse,
      unit: "ms",
      goal: 300,
      note: `${CONDITIONS}; median of ${ROUNDS}; its script is loaded meanwhile`,
    },
  ];
}
