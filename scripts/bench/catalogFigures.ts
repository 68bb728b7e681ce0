import type { Browser, BrowserContextOptions } from "@playwright/test";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";
import type { Figure } from "./figure.ts";
import { measurePaintAfterAnswer } from "./paintAfterAnswer.ts";
import { loadPages } from "./loadPages.ts";
import { readUsage } from "./processUsage.ts";
import { measureServerAnswer } from "./serverAnswer.ts";

const WORDS = [
  "cinema",
  "nord",
  "gift",
  "scenario",
  "mobile top",
  "100 eur",
  "japan",
  "bücher",
  "a",
  "kaufhaus linde",
];
const QUERIES = [
  "",
  "?q=gift",
  "?q=bucher",
  "?country=DE&country=AT",
  "?brand=Aurora%20Play&denomination=open",
  "?currency=KWD&sort=price",
  "?category=Games&tag=promo&language=en",
  "?q=100&sort=-price&skip=60",
];
const PAGES = ["/", "/catalog", "/orders", "/wallet", "/orders/new"];
const LOADS = 1_000;

/** Measures how fast the catalog answers and paints, and the server's memory after a day of work. */
export async function figuresOfCatalog(
  browser: Browser,
  stack: TestStack,
  signedIn: BrowserContextOptions,
  cookie: string,
): Promise<Figure[]> {
  const { url: baseUrl } = stack;
  const paint = await measurePaintAfterAnswer(browser, baseUrl, signedIn, WORDS);
  const answer = await measureServerAnswer(
    baseUrl,
    cookie,
    QUERIES.map((query) => `/api/catalog/products${query}`),
    25,
  );
  await loadPages(baseUrl, cookie, PAGES, LOADS);
  return [
    { name: "Catalog: answer to painted list, p95", value: paint, unit: "ms", goal: 100 },
    { name: "Catalog: server answer, p95", value: answer, unit: "ms", goal: 30, note: "demo catalog" },
    {
      name: `Dashboard: resident memory after ${LOADS} page loads`,
      value: (await readUsage(stack)).megabytes,
      unit: "MB",
      goal: 250,
    },
  ];
}
