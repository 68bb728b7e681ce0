import type { Browser, BrowserContextOptions } from "@playwright/test";
import { z } from "zod";
import { workbookFile } from "#lib/files/workbookFile.ts";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";
import type { Figure } from "./figure.ts";
import { median } from "./median.ts";

const ROWS = 50_000;
const RUNS = 3;
const PAGES = 10;
const TAKE = 200;

const pageSchema = z.object({
  items: z.array(
    z.object({ id: z.int(), price: z.int().nullable(), denomination: z.enum(["fixed", "open"]) }),
  ),
});

/** The ids of fixed products, as many as a large order has. */
async function fixedProducts(stack: TestStack, cookie: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const query = new URLSearchParams({
      denomination: "fixed",
      skip: String(page * TAKE),
      take: String(TAKE),
    });
    const answer = await fetch(new URL(`/api/catalog/products?${query}`, stack.url), { headers: { cookie } });
    ids.push(...pageSchema.parse(await answer.json()).items.map(({ id }) => id));
  }
  return ids;
}

/** Measures how long a file of 50,000 rows takes from being chosen to the painted verdict, as CSV and as XLSX. */
export async function figuresOfImport(
  browser: Browser,
  stack: TestStack,
  options: BrowserContextOptions,
  cookie: string,
): Promise<Figure[]> {
  const ids = await fixedProducts(stack, cookie);
  // One row in a hundred needs work.
  const rows = Array.from({ length: ROWS }, (_, at) => [
    ids[at % ids.length] ?? 0,
    at % 100 === 0 ? 0 : 1 + (at % 9),
  ]);
  const csv = Buffer.from(`Product ID;Quantity\r\n${rows.map((cells) => cells.join(";")).join("\r\n")}\r\n`);
  const xlsx = await workbookFile({
    name: "Orders",
    columns: ["Product ID", "Quantity"].map((head) => ({ head, width: 12 })),
    rows: () => rows.map((cells) => cells.map((number) => ({ number, decimals: 0 }))),
  });
  const figure = async (kind: string, name: string, buffer: Buffer): Promise<Figure> => {
    const tookMs: number[] = [];
    for (let run = 0; run < RUNS; run += 1)
      tookMs.push(await measure(browser, stack.url, options, { name, buffer }));
    return {
      name: `${ROWS} rows of ${kind}, from choosing the file to the verdict`,
      value: median(tookMs) / 1_000,
      unit: "s",
      goal: 3,
      note: `${ids.length} products; slowest of ${RUNS} ${(Math.max(...tookMs) / 1_000).toFixed(2)} s`,
    };
  };
  return [await figure("CSV", "orders.csv", csv), await figure("XLSX", "orders.xlsx", Buffer.from(xlsx))];
}

async function measure(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions,
  { name, buffer }: { name: string; buffer: Buffer },
): Promise<number> {
  const context = await browser.newContext({ ...options, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/orders/new`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Import lines" }).click();
  const input = page.getByLabel("File to import");
  await input.waitFor({ state: "attached" });
  await page.evaluate(armVerdict);
  await input.setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  const tookMs = await page.evaluate(() => window.codedeskVerdict);
  await context.close();
  return tookMs;
}

/** Runs in the page: resolves with the time from the chosen file to the frame that shows the verdict. */
function armVerdict(): void {
  window.codedeskVerdict = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no verdict")), 60_000);
    document.addEventListener(
      "change",
      () => {
        const begun = performance.now();
        const observer = new MutationObserver(() => {
          if (document.querySelector('section[aria-label="Result"]') === null) return;
          observer.disconnect();
          clearTimeout(timer);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun), 0));
        });
        observer.observe(document.body, { subtree: true, childList: true });
      },
      { once: true, capture: true },
    );
  });
}

declare global {
  interface Window {
    codedeskVerdict: Promise<number>;
  }
}
