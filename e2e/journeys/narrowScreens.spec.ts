import type { Locator } from "@playwright/test";
import { fillDraft, readyToPlace } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { linkedRows } from "#e2e/support/linkedRows.ts";
import { overfull } from "#e2e/support/overfull.ts";
import { placeOrder, untilState } from "#e2e/support/placeOrder.ts";

const PHONE = { width: 375, height: 667 };
const DESKTOP = { width: 1_280, height: 900 };

test("on a phone, the end of a product's name is in sight in every list: it tells products apart", async ({
  asBuyer: page,
}) => {
  await page.setViewportSize(PHONE);
  for (const address of ["/catalog?q=gift", "/catalog?q=series", "/catalog", "/orders"]) {
    await page.goto(address, { waitUntil: "networkidle" });
    expect(await cutEnds(linkedRows(page).locator("a:not([href^='#'])")), address).toEqual([]);
  }
});

test("on a small tablet, the first column of each list has room for what it says", async ({
  asAdmin: page,
}) => {
  const firstHeads = { "/team": "Member", "/settings?tab=sessions": "Device" };
  for (const width of [700, 767]) {
    await page.setViewportSize({ width, height: 1_024 });
    await page.goto("/catalog?q=gift", { waitUntil: "networkidle" });
    expect(await cutEnds(linkedRows(page).locator("a:not([href^='#'])")), `catalog, ${width} px`).toEqual([]);
    for (const [address, head] of Object.entries(firstHeads)) {
      await page.goto(address, { waitUntil: "networkidle" });
      const box = await page.getByRole("columnheader", { name: head, exact: true }).boundingBox();
      expect(box?.width, `${address}, ${width} px`).toBeGreaterThan(120);
    }
  }
});

test("names of products in stock stand in a line or two on every width", async ({ asBuyer: page, stack }) => {
  await untilState(page, await placeOrder(page, stack, [["pins-as-strings", 1]]), "completed");
  for (const width of [700, 768, 1_024, 1_199, 1_200, 1_280]) {
    await page.setViewportSize({ width, height: 1_024 });
    await page.goto("/stock", { waitUntil: "networkidle" });
    const table = page.getByRole("table", { name: "Stock by product" });
    const box = await table.getByRole("link").first().boundingBox();
    expect(box?.height, `${width} px`).toBeLessThan(60);
    expect(await overfull(table.getByRole("cell")), `${width} px`).toEqual([]);
  }
});

test("at a desk, the names of recently ordered products are there as a whole", async ({
  asBuyer: page,
  stack,
}) => {
  await placeOrder(page, stack, [
    ["pins-in-one-line", 1],
    ["pins-as-objects", 1],
  ]);
  for (const width of [768, 1_280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/catalog", { waitUntil: "networkidle" });
    const recent = linkedRows(page).filter({ hasText: /a line in one entry|objects of many fields/ });
    await expect(recent.filter({ hasText: "Ordered" })).toHaveCount(2);
    expect(await shortened(recent.locator("a"))).toEqual([]);
  }
});

test("filters that are higher than the window scroll inside it, also when they arrive after they were opened", async ({
  asBuyer: page,
}) => {
  for (const size of [PHONE, { width: 667, height: 375 }, { width: 1_280, height: 560 }]) {
    await page.setViewportSize(size);
    await page.goto("/orders", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    const last = page.getByLabel("Tag", { exact: true });
    await expect(last).toBeAttached();
    const filters = page.locator(":popover-open");
    await expect
      .poll(async () => filters.evaluate((each) => each.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(size.height);
    await last.scrollIntoViewIfNeeded();
    await last.fill("reached");
    await expect(last).toBeInViewport({ ratio: 1 });
  }
});

test("lines of an order are low rows at a desk, and large enough for fingers on a phone", async ({
  asBuyer: page,
}) => {
  const found = await page.request.get("/api/catalog/products?q=gift&take=40");
  const { items }: { items: { id: number; denomination: string; name: string }[] } = await found.json();
  const chosen = ["open", "fixed"].flatMap(
    (kind) => items.filter((each) => each.denomination === kind)[0] ?? [],
  );
  const lines = chosen.map(({ id, denomination }) => ({
    productId: id,
    amount: denomination === "open" ? "25" : "",
  }));
  await fillDraft(page, lines);
  await page.setViewportSize(DESKTOP);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  const rows = page.getByRole("table", { name: "Lines of the order" }).locator("[data-line]");
  await expect(rows).toHaveCount(2);
  expect(Math.max(...(await heightsOf(rows)))).toBeLessThanOrEqual(56);
  await page.setViewportSize(PHONE);
  expect(Math.min(...(await heightsOf(rows.locator("input, button"))))).toBeGreaterThanOrEqual(44);
});

test("on a phone, the button that places several orders shows all of what it says", async ({
  asBuyer: page,
}) => {
  const found = await page.request.get("/api/catalog/products?q=gift&denomination=fixed&take=200");
  const { items }: { items: { id: number; currencyCode: string }[] } = await found.json();
  const ofCurrencies = [...new Map(items.map((each) => [each.currencyCode, each])).values()].slice(0, 4);
  await fillDraft(
    page,
    ofCurrencies.map(({ id }) => ({ productId: id })),
  );
  await page.setViewportSize(PHONE);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Review 4 orders" }).click();
  const place = await readyToPlace(page, /^Place 4 test orders ·/);
  const box = await place.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
});

test("on a phone, the button of an access token lies beside its name, however long that is", async ({
  asAdmin: page,
  stack,
}) => {
  const name = "W".repeat(60);
  const created = await page.request.post("/api/settings/tokens", {
    headers: { origin: stack.url },
    data: { kind: "personal", name, scopes: ["orders.read"], expiresInDays: 1 },
  });
  expect(created.ok(), await created.text()).toBe(true);
  await page.setViewportSize(PHONE);
  await page.goto("/settings?tab=tokens");
  const text = await page.getByText(name).first().boundingBox();
  const button = await page.getByRole("button", { name: `Revoke ${name}` }).boundingBox();
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
});

test("on a phone, the button that hands codes out has room beside names that fill their lines", async ({
  asBuyer: page,
  stack,
}) => {
  await untilState(page, await placeOrder(page, stack, [["pins-as-strings", 1]]), "completed");
  await page.setViewportSize(PHONE);
  const row = page.getByRole("row", { name: /delivers codes as plain strings/ });
  await page.goto("/codes", { waitUntil: "networkidle" });
  const lineEnd = await row
    .getByText(/plain strings$/)
    .evaluate((cell) => cell.getBoundingClientRect().right - parseFloat(getComputedStyle(cell).paddingRight));
  const button = await row.getByRole("button").boundingBox();
  expect(lineEnd).toBeLessThanOrEqual(button?.x ?? 0);
});

test("amounts of spending limits keep apart from each other, however large", async ({
  asAdmin: page,
  stack,
}) => {
  const setLimit = (most: number | null) =>
    page.request.put("/api/limits", {
      headers: { origin: stack.url },
      data: { subject: { role: "viewer" }, currency: "USD", perOrder: most, perDay: most, perMonth: most },
    });
  try {
    for (const most of [1_234_567_890, Number.MAX_SAFE_INTEGER]) {
      expect((await setLimit(most)).ok()).toBe(true);
      for (const width of [768, 1_280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto("/team", { waitUntil: "networkidle" });
        const row = page.getByRole("table", { name: "Spending limits" }).getByRole("row", { name: "Viewer" });
        expect(await overfull(row.getByRole("cell")), `${most} at ${width} px`).toEqual([]);
      }
    }
  } finally {
    await setLimit(null);
  }
});

function heightsOf(elements: Locator): Promise<number[]> {
  return elements.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
}

/** The texts whose last letter is not visible, because an element around it ends before. */
function cutEnds(links: Locator): Promise<string[]> {
  return links.evaluateAll((all) =>
    all.flatMap((link) => {
      const walker = document.createTreeWalker(link.querySelector("bdi") ?? link, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
      const last = texts.findLast(({ data }) => data.trim() !== "");
      if (last === undefined) return [];
      const end = document.createRange();
      end.setStart(last, last.data.trimEnd().length - 1);
      end.setEnd(last, last.data.trimEnd().length);
      const letter = end.getBoundingClientRect();
      for (
        let box = last.parentElement;
        box !== null && box !== link.parentElement;
        box = box.parentElement
      ) {
        const { bottom, right, left } = box.getBoundingClientRect();
        const isCut = letter.bottom > bottom + 3 || letter.right > right + 1 || letter.left < left - 1;
        if (getComputedStyle(box).overflow === "hidden" && isCut) return [link.textContent ?? ""];
      }
      return [];
    }),
  );
}

/** The names of which an ellipsis stands for a part. */
function shortened(links: Locator): Promise<string[]> {
  return links.evaluateAll((all) =>
    all.flatMap((link) => {
      const isCut = [link, ...link.querySelectorAll("span")].some(
        ({ clientWidth, scrollWidth, clientHeight, scrollHeight }) =>
          scrollWidth > clientWidth + 1 || (clientHeight > 0 && scrollHeight > clientHeight + 3),
      );
      return isCut ? [link.textContent ?? ""] : [];
    }),
  );
}
