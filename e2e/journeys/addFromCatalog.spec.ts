import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { orderDraftViewSchema, type TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { productDetailSchema } from "#lib/contracts/catalog/product.ts";
import { emptyDraft } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { holdRequests } from "#e2e/support/holdRequests.ts";
import { WITH_MOTION } from "#e2e/support/withMotion.ts";
import { intercept } from "#e2e/support/intercept.ts";

test.use(WITH_MOTION);

const FIXED = "Scenario: delivers codes as plain strings";

test("a quantity is asked for on the product that is pointed at, and on none that takes its place", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog?denomination=fixed", { waitUntil: "networkidle" });
  const quantities = page.getByRole("textbox", { name: /^Quantity of / });
  for (const at of [1, 2, 3]) await page.getByRole("row").nth(at).hover();
  await expect(quantities).toHaveCount(3);
  const sort = page.getByRole("button", { name: "Price", exact: true });
  await sort.click();
  await sort.click();
  await expect(page).toHaveURL(/sort=-price/);
  await expect(quantities).toHaveCount(0);
});

test("products that are sorted by price are sorted within their currency, and one currency is a press away", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const sort = page.getByRole("button", { name: "Price", exact: true });
  const place = await sort.boundingBox();
  await sort.click();
  await expect(page.getByText("Sorted within each currency.")).toBeVisible();
  expect(await sort.boundingBox()).toEqual(place);
  await page.getByRole("button", { name: "Show only EUR" }).click();
  await expect(page).toHaveURL(/currency=EUR/);
  await expect(page.getByText("Sorted within each currency.")).toBeHidden();
});

test("products are added from their rows by keyboard, and several at once, without anything moving", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await page.goto(`/catalog?q=${encodeURIComponent(FIXED)}`, { waitUntil: "networkidle" });
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: FIXED }) });
  await row.getByRole("link", { name: FIXED }).focus();
  await page.keyboard.press("Tab");
  await expect(row.getByRole("textbox", { name: `Quantity of ${FIXED}` })).toBeFocused();
  await page.keyboard.type("4");
  const before = await row.boundingBox();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "View order (1)" })).toBeVisible();
  await expect(row.getByRole("textbox", { name: `Quantity of ${FIXED}` })).toBeFocused();
  expect(await row.boundingBox()).toEqual(before);

  await page.goto("/catalog?denomination=fixed", { waitUntil: "networkidle" });
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  for (const at of [0, 1, 2]) await boxes.nth(at).check();
  const first = await page.getByRole("row").nth(1).boundingBox();
  const each = page.getByRole("textbox", { name: "Quantity of each" });
  await each.fill("none");
  await page.getByRole("button", { name: "Add 3 products" }).click();
  await expect(page.getByText("Enter a whole number, in digits only.")).toBeVisible();
  await each.fill("2");
  await each.press("Enter");
  await expect(page.getByRole("link", { name: "View order (4)" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Selected products" })).toHaveCount(0);
  expect(await page.getByRole("row").nth(1).boundingBox()).toEqual(first);
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /New order/ }),
  ).toContainText(/4 lines/);

  // The message is shown as long as the pointer is over it, and covers nothing that comes next.
  const message = page.getByText("Added 3 products to your order");
  await message.hover();
  await page.getByRole("link", { name: "View order (4)" }).click();
  await expect(message).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Quantity of line 1" })).toHaveValue("4");
  await expect(page.getByRole("textbox", { name: "Quantity of line 4" })).toHaveValue("2");
});

test("pointing at a row moves nothing in it, though its quantity and the team's favourite appear", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog?denomination=fixed", { waitUntil: "networkidle" });
  const row = page.getByRole("row").nth(2);
  const parts = [
    row.getByRole("checkbox"),
    row.getByRole("button", { name: /^My favourite/ }),
    row.getByRole("link"),
    row.getByRole("button", { name: /^Add to order/ }),
  ];
  const places = () => Promise.all(parts.map((part) => part.boundingBox()));
  await page.mouse.move(0, 0);
  const before = await places();
  await row.hover();
  await expect(row.getByRole("textbox", { name: /^Quantity of/ })).toBeVisible();
  expect(await places()).toEqual(before);
});

test("a press in the list is on the product it began on, though the list is searched meanwhile", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const links = page.getByRole("table", { name: "Products" }).getByRole("link");
  const pressed = (await links.first().textContent()) ?? "";
  const letThrough = await holdRequests(page, /api\/catalog\/products\?q=takes\+five/);
  await page.getByRole("main").getByRole("searchbox").fill("takes five");
  await links.first().hover();
  await page.mouse.down();
  letThrough();
  // Beside the title, in the same rendering as the list.
  await expect(page.getByText(/^1 of [\d,]+ products /)).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole("dialog").getByRole("heading", { level: 2 })).toHaveText(pressed);
  await page.keyboard.press("Escape");
  await expect(links.first()).toHaveText("Scenario: takes five minutes");

  // A press that has no effect does not freeze the list.
  await links.first().hover();
  await page.mouse.down();
  await page.mouse.move(4, 300);
  await page.mouse.up();
  await page.getByRole("main").getByRole("searchbox").fill("gift");
  await expect(links.first()).not.toHaveText("Scenario: takes five minutes");

  // Nor does one that is released in another window.
  await links.first().hover();
  await page.mouse.down();
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  await page.getByRole("main").getByRole("searchbox").fill("takes five");
  await expect(links.first()).toHaveText("Scenario: takes five minutes");
  await page.mouse.up();
});

test("a press in the filters is on the value it began on, though the list is searched meanwhile", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const brand = page
    .getByRole("complementary", { name: "Filters" })
    .getByRole("checkbox", { name: /^Aurora Play/ });
  const letThrough = await holdRequests(page, /api\/catalog\/products\?q=aurora/);
  await page.getByRole("main").getByRole("searchbox").fill("aurora play germany gift card 200");
  await brand.hover();
  await page.mouse.down();
  letThrough();
  await expect(page.getByText(/^1 of [\d,]+ products /)).toBeVisible();
  // The filters follow the list in a rendering of their own.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await page.mouse.up();
  await expect(page).toHaveURL(/[?&]brand=Aurora/);
  await expect(brand).toBeChecked();
  await expect(brand).toHaveAccessibleName(/1$/);
});

test("a quantity that was typed for a product is not that of the product that takes its place in the list", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog?denomination=fixed", { waitUntil: "networkidle" });
  const row = page.getByRole("table", { name: "Products" }).getByRole("row").nth(1);
  await row.hover();
  await row.getByRole("textbox", { name: /^Quantity of / }).fill("40");
  await page.getByRole("main").getByRole("searchbox").fill("takes five");
  await expect(row.getByRole("link", { name: "Scenario: takes five minutes" })).toBeVisible();
  await row.hover();
  await expect(row.getByRole("textbox", { name: /^Quantity of / })).toHaveValue("1");
});

test("an amount that is added without being chosen is said before and afterwards, and can be taken back", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await page.goto(`/catalog?q=${encodeURIComponent(FIXED)}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: `Add to order: ${FIXED}` }).click();
  await expect(page.getByRole("link", { name: "View order (1)" })).toBeVisible();

  await page.goto("/catalog?denomination=open", { waitUntil: "networkidle" });
  const add = page.getByRole("button", { name: /^Add to order: .*, [^,]*\d$/ }).first();
  const amount = /Add 1 × (?<amount>.+) to order/.exec((await add.getAttribute("title")) ?? "")?.groups?.[
    "amount"
  ];
  await add.click();
  await expect(page.getByText(`Added 1 × ${amount ?? "?"}`, { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "View order (2)" })).toBeVisible();
  // Another tab changes the order meanwhile: the rest stays as it is.
  await addElsewhere(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Removed from your order")).toBeVisible();
  await expect(page.getByRole("link", { name: "View order (2)" })).toBeVisible();
  await page.getByRole("link", { name: "View order (2)" }).click();
  for (const line of [1, 2]) {
    await expect(page.getByRole("textbox", { name: `Amount of line ${line}` })).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: `Quantity of line ${line}` })).toHaveValue(String(line));
  }
});

test("undoing by keyboard gives the focus back, and what is said behind a product's sheet stays until that is closed", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await page.clock.install();
  await page.goto(`/catalog?q=${encodeURIComponent(FIXED)}`, { waitUntil: "networkidle" });
  await page.getByRole("link", { name: FIXED }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add to order" }).click();
  await expect(page.getByRole("dialog").getByText("Your order has 1 line.")).toBeVisible();
  await page.clock.fastForward("00:30");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "View order (1)" }).focus();
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Removed from your order")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "New order" })).toBeFocused();
  // One that could be read before a dialog was opened does not wait for its end.
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search or jump to" })).toBeVisible();
  await page.clock.fastForward("00:30");
  await expect(page.getByText("Removed from your order")).toHaveCount(0);
});

/** Two more of the first line's product, as a line of their own. */
test("a product that is added once more raises its line's quantity, also where another tab has changed it", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  await page.goto(`/catalog?q=${encodeURIComponent(FIXED)}`, { waitUntil: "networkidle" });
  const add = page.getByRole("button", { name: `Add to order: ${FIXED}` });
  await add.click();
  await expect(page.getByRole("link", { name: "View order (1)" })).toBeVisible();
  await add.click();
  await expect(page.getByText("Now 2 in its line. Your order has 1 line.")).toBeVisible();
  await expect(add).toHaveAccessibleName(/2 added$/);
  await changeElsewhere(page, (lines) => lines.map((line) => ({ ...line, quantity: "10" })));
  await add.click();
  await expect(page.getByText("Now 11 in its line. Your order has 1 line.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByText("Removed from your order")).toBeVisible();
  expect((await linesElsewhere(page)).map(({ quantity }) => quantity)).toEqual(["10"]);

  // Once the line is gone, a new one is added, and what was counted of it is forgotten.
  await changeElsewhere(page, () => []);
  await add.click();
  await expect(page.getByText("Your order has 1 line.", { exact: false }).last()).toBeVisible();
  await expect(add).toHaveAccessibleName(/\D1 added$/);
  expect((await linesElsewhere(page)).map(({ quantity }) => quantity)).toEqual(["1"]);
});

async function linesElsewhere(page: Page) {
  const answer = await page.request.get("/api/orders/draft");
  return orderDraftViewSchema.parse(await answer.json()).draft.lines;
}

async function changeElsewhere(page: Page, change: (lines: TypedLine[]) => TypedLine[]): Promise<void> {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.get("/api/orders/draft");
  const { id, version, draft } = orderDraftViewSchema.parse(await answer.json());
  const data = { id, version, draft: { ...draft, lines: change(draft.lines) } };
  const saved = await page.request.put("/api/orders/draft", { headers, data });
  expect(saved.status(), await saved.text()).toBe(200);
}

async function addElsewhere(page: Page): Promise<void> {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.get("/api/orders/draft");
  const { draft } = orderDraftViewSchema.parse(await answer.json());
  const lines = draft.lines.slice(0, 1).map((line) => ({ ...line, id: randomUUID(), quantity: "2" }));
  const added = await page.request.post("/api/orders/draft/lines", { headers, data: { lines } });
  expect(added.status(), await added.text()).toBe(200);
}

test("a quantity that was typed before the current price arrives stays", async ({ asBuyer: page }) => {
  await emptyDraft(page);
  const answered = Promise.withResolvers<void>();
  await intercept(page, /\/api\/catalog\/products\/\d+$/, async (route) => {
    await answered.promise;
    const response = await route.fetch();
    const product = productDetailSchema.parse(await response.json());
    await route.fulfill({ response, json: { ...product, price: (product.price ?? 0) + 50 } });
  });
  await page.goto(`/catalog?q=${encodeURIComponent(FIXED)}`, { waitUntil: "networkidle" });
  await page.getByRole("link", { name: FIXED }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Quantity").fill("3");
  await expect(sheet.getByText("€30.00")).toBeVisible();
  answered.resolve();
  await expect(sheet.getByText("€31.50")).toBeVisible();
  await expect(sheet.getByLabel("Quantity")).toHaveValue("3");
});
