import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { MAX_LINES } from "#lib/contracts/orderLimits.ts";
import { formatCount } from "#lib/text/counts.ts";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";
import type { Figure } from "./figure.ts";
import { figureOfShift, measureFirstLoad } from "./firstLoad.ts";
import { quantile } from "./median.ts";

/** An odd number, so that the last keystroke leaves a quantity in the field. */
const KEYS = 122;
const LOADS = 5;

/** Measures the order builder with as many lines as a draft can have: from each keystroke in a quantity to the painted total. */
export async function figuresOfBuilder(
  browser: Browser,
  { url }: TestStack,
  signedIn: BrowserContextOptions,
): Promise<Figure[]> {
  const load = await measureFirstLoad(browser, `${url}/orders/new`, signedIn, LOADS);
  const context = await browser.newContext({
    ...signedIn,
    baseURL: url,
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await fillDraft(page, url);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  const samples = [...(await typeInto(page, 1)), ...(await typeInto(page, MAX_LINES))];
  await context.close();
  const note = `${samples.length} keys at both ends of ${MAX_LINES} lines, saves included`;
  return [
    { name: "Builder: JavaScript on first load", value: load.weight.scripts / 1_000, unit: "kB", goal: 230 },
    figureOfShift("Builder", load),
    {
      name: "Builder: key to painted total, p95",
      value: quantile(samples, 0.95),
      unit: "ms",
      goal: 50,
      note,
    },
    { name: "Builder: key to painted total, p50", value: quantile(samples, 0.5), unit: "ms", goal: null },
  ];
}

async function fillDraft(page: Page, url: string): Promise<void> {
  const found = await page.request.get("/api/catalog/products?currency=EUR&denomination=fixed&take=100");
  const { items }: { items: { id: number }[] } = await found.json();
  const current = await page.request.get("/api/orders/draft");
  const { id, version }: { id: string; version: number } = await current.json();
  const lines = Array.from({ length: MAX_LINES }, (_, index) => ({
    id: randomUUID(),
    productId: items[index % items.length]?.id ?? 0,
    amount: "",
    quantity: "1",
    countryCode: "",
  }));
  const saved = await page.request.put("/api/orders/draft", {
    headers: { origin: new URL(url).origin },
    data: { id, version, draft: { externalOrderCode: "", note: "", purchaseOrder: "", lines } },
  });
  if (!saved.ok()) throw new Error(`the draft was not saved: ${saved.status()}`);
}

/** Types digits into the quantity of a line; the next key follows the paint, as fast typists do about every 90 ms. */
async function typeInto(page: Page, line: number): Promise<number[]> {
  const field = page.getByRole("textbox", { name: `Quantity of line ${formatCount(line)}`, exact: true });
  if (line > 1) {
    await page.getByRole("textbox", { name: "Quantity of line 1", exact: true }).focus();
    await page.keyboard.press("Control+End");
  }
  await field.focus();
  const samples: number[] = [];
  for (let key = 0; key < KEYS / 2; key += 1) {
    await page.evaluate(armTotal);
    // The existing text is selected at first; each keystroke changes the total.
    await page.keyboard.press(key % 2 === 0 ? "5" : "Backspace");
    samples.push(await page.evaluate(() => window.codedeskTotal));
  }
  return samples;
}

/** Runs in the page: resolves with the time from the next key to the frame that shows another total. */
function armTotal(): void {
  window.codedeskTotal = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no total was painted")), 10_000);
    const totals = document.querySelector('section[aria-label="Totals"]') ?? document.body;
    let pressed = 0;
    document.addEventListener("keydown", ({ timeStamp }) => (pressed = timeStamp), {
      once: true,
      capture: true,
    });
    const observer = new MutationObserver(() => {
      observer.disconnect();
      clearTimeout(timer);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed), 0));
    });
    observer.observe(totals, { subtree: true, childList: true, characterData: true });
  });
}

declare global {
  interface Window {
    codedeskTotal: Promise<number>;
  }
}
