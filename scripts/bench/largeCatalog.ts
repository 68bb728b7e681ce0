import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { z } from "zod";
import { startTestStack, type TestStack } from "#scripts/testStack/startTestStack.ts";
import { SECOND } from "#lib/time/instant.ts";
import { figuresOfChanges } from "./catalogChanges.ts";
import type { Figure } from "./figure.ts";
import { measureKeyToPaint } from "./keyToPaint.ts";
import { median, quantile } from "./median.ts";
import { readUsage } from "./processUsage.ts";
import { cookieHeader, signInAs } from "#scripts/browser/session.ts";

const PRODUCTS = 100_000;
const SERVICE_MS = 20;
const PER_SECOND = 20;
const SEARCH_FOR = 20 * SECOND;
const PAGE = 100;
const WORDS = ["nord", "cinema", "mobile top", "kaufhaus linde", "100 eur", "aurora play", "japan", "promo"];
/** Typical searches: whole words, parts of words, several words, a typing error, none; with and without filters, prices and far pages. */
const TYPED = ["", "g", "gi", "gift", "gift card", "ema", "cnema", "choose your amount", "bücher", "100 eur"];
const CHOSEN: Record<string, string>[] = [
  {},
  { country: "DE" },
  { currency: "EUR", minPrice: "10", maxPrice: "50" },
  { brand: "Aurora Play", denomination: "open" },
  { language: "de", sort: "price" },
  { category: "Games", skip: "600" },
];
const QUERIES = TYPED.flatMap((q) =>
  CHOSEN.map((chosen) => new URLSearchParams({ ...(q === "" ? {} : { q }), ...chosen }).toString()),
);

/** Measures the search of a catalog of a hundred thousand products, and typing in it. */
export async function figuresOfLargeCatalog(browser: Browser): Promise<Figure[]> {
  const stack = await startTestStack({ products: PRODUCTS, latencyMs: SERVICE_MS });
  try {
    const storageState = await signInAs(stack, "admin");
    const signedIn = { storageState };
    const cookie = cookieHeader(storageState);
    await waitUntilIndexed(stack, cookie);
    await stack.control("POST", "settings", { rate: { burst: 100_000, perSecond: 100_000 } });
    const paging = await searchByPaging(stack);
    await searchAtRate(stack, cookie, 3 * SECOND);
    const search = await searchAtRate(stack, cookie, SEARCH_FOR);
    const keys = await measureKeyToPaint(browser, stack.url, signedIn, WORDS);
    const { megabytes } = await readUsage(stack);
    const changes = await figuresOfChanges(stack, cookie);
    return [
      {
        name: `Search of ${PRODUCTS} products with all counts, p95`,
        value: quantile(search, 0.95),
        unit: "ms",
        goal: 15,
        peer: `${paging.toFixed(0)} ms`,
        note: `${PER_SECOND} a second, median ${median(search).toFixed(1)} ms; ${megabytes.toFixed(0)} MB of memory afterwards; peer: paging through the service, which answers in ${SERVICE_MS} ms`,
      },
      {
        name: "From a key to the painted list of these products, p95",
        value: quantile(keys, 0.95),
        unit: "ms",
        goal: 60,
        note: `median ${median(keys).toFixed(0)} ms of ${keys.length} keys`,
      },
      ...changes,
    ];
  } finally {
    await stack.stop();
  }
}

const countedSchema = z.object({ total: z.int() });

/** Waits until the catalog is synchronised and its search index, which is built a moment later, has all products. */
async function waitUntilIndexed(stack: TestStack, cookie: string): Promise<void> {
  for (;;) {
    const answer = await fetch(new URL("/api/catalog/products?take=1", stack.url), { headers: { cookie } });
    if (countedSchema.parse(await answer.json()).total >= PRODUCTS) return;
    await pause(250);
  }
}

/** Returns the milliseconds of each answer. Requests are sent on time, whether or not earlier ones have been answered. */
async function searchAtRate(stack: TestStack, cookie: string, forMs: number): Promise<number[]> {
  const samples: number[] = [];
  const pending: Promise<void>[] = [];
  const begun = performance.now();
  const count = (PER_SECOND * forMs) / SECOND;
  for (let sent = 0; sent < count; sent += 1) {
    await pause(Math.max(0, begun + (sent * SECOND) / PER_SECOND - performance.now()));
    pending.push(timed(stack, cookie, QUERIES[sent % QUERIES.length] ?? "", samples));
  }
  await Promise.all(pending);
  return samples;
}

async function timed(stack: TestStack, cookie: string, query: string, samples: number[]): Promise<void> {
  const begun = performance.now();
  const answer = await fetch(new URL(`/api/catalog/products?${query}`, stack.url), { headers: { cookie } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${query} answered ${answer.status}`);
  samples.push(performance.now() - begun);
}

const listingSchema = z.object({ items: z.array(z.object({ name: z.string() })) });

/** Measures a search without an index: every page is fetched, and the word is searched in the names. */
async function searchByPaging(stack: TestStack): Promise<number> {
  const begun = performance.now();
  const skips = Array.from({ length: PRODUCTS / PAGE }, (_, page) => page * PAGE).values();
  let found = 0;
  const reader = async (): Promise<void> => {
    for (const skip of skips) {
      const answer = await fetch(`${stack.sandboxUrl}/catalog/products?skip=${skip}&take=${PAGE}`, {
        headers: { "x-api-key": stack.sandboxKey },
      });
      const { items } = listingSchema.parse(await answer.json());
      found += items.filter(({ name }) => name.toLowerCase().includes("cinema")).length;
    }
  };
  await Promise.all(Array.from({ length: 8 }, reader));
  if (found === 0) throw new Error("nothing was found by paging");
  return performance.now() - begun;
}
